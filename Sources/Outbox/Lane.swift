import FoundationEssentials
import Identifiers
import Logging
import Postgres
import RPC
import Values
import Wire

/// The way to one destination: a loop that reads what may leave, has each key's events delivered
/// in a row beside the other keys, and writes down what became of them.
struct Lane: Sendable {
    let destination: ServiceName
    let caller: any Caller
    let database: Database
    let leases: Leases
    let pace: Delivery.Pace
    let now: @Sendable () -> Instant
    let logger: Logger
    /// Hears of the database's failures; all lanes have the same.
    let complaints: SeldomLog
    let inbox = Inbox<Chain.End>()

    /// Delivers until the inbox is closed and what was under way has ended.
    func run() async {
        await withDiscardingTaskGroup { group in
            var book = LaneBook(pace)
            while !Task.isCancelled {
                book.ended += await inbox.take(within: book.rest(from: now(), atMost: pace.poll))
                let isSettled = await settle(&book)
                if inbox.isClosed {
                    guard isSettled, !book.busy.isEmpty else { break }
                } else if isSettled {
                    await dispatch(&book, &group)
                }
            }
        }
    }

    /// Writes down what became of the chains that ended. Their keys stay busy until then, so that
    /// nothing is read that was delivered.
    private func settle(_ book: inout LaneBook) async -> Bool {
        guard !book.ended.isEmpty else { return true }
        let acknowledged = book.ended.flatMap(\.acknowledged)
        let failures = book.ended.compactMap(\.failure)
        do {
            if !acknowledged.isEmpty || !failures.isEmpty {
                try await database.transaction { tx in
                    try tx.remove(acknowledged, to: destination)
                    try tx.postpone(failures, to: [destination])
                }
            }
        } catch {
            complain("What was delivered could not be written down.", error)
            book.look(at: now() + pace.poll / 4)
            return false
        }
        book.settle(at: now())
        return true
    }

    /// Has as many keys delivered as there is room for.
    private func dispatch(_ book: inout LaneBook, _ group: inout DiscardingTaskGroup) async {
        var isMore = true
        while isMore, book.hasRoom(at: now()), !inbox.isClosed {
            let partitions = leases.partitions
            guard !partitions.isEmpty else { return }
            // Beyond a key's chain, what there is no room for would be read for nothing, and again
            // the next time.
            let limit = max(book.room, pace.chain)
            let events: [QueuedEvent]
            do {
                events = try await database.queuedEvents(
                    for: destination,
                    in: partitions,
                    without: Array(book.busy),
                    at: now(),
                    limit: limit
                )
            } catch {
                complain("The outbox could not be read.", error)
                book.look(at: now() + pace.poll / 4)
                return
            }
            for chain in book.begin(events) {
                group.addTask { await deliver(chain) }
            }
            isMore = events.count == limit
        }
    }

    /// Delivers one key's events in their order, up to the first that is not taken or may not
    /// leave: a lease that lapsed may be held again a moment later, and nothing may pass over the
    /// event that was left out.
    func deliver(_ chain: Chain) async {
        var end = Chain.End(key: chain.key)
        for event in chain.events {
            guard leases.holds(event.partition), !inbox.isClosed else { break }
            do throws(Fault) {
                _ = try await caller.deliver(
                    event.call,
                    effect: .once,
                    body: event.body,
                    in: context(of: event)
                )
                end.acknowledged.append(event.sequence)
            } catch {
                end.failure = failure(of: event, error)
                break
            }
        }
        inbox.post(end)
    }

    private func context(of event: QueuedEvent) -> CallContext {
        var context = CallContext.background(
            idempotencyKey: event.id.description,
            trace: event.trace
        )
        context.deadline = .now + pace.patience
        return context
    }

    private func failure(of event: QueuedEvent, _ fault: Fault) -> FailedDelivery {
        let attempts = event.attempts + 1
        // What only says "later" is the everyday of a cluster; a refusal wants a person's eye, but
        // not every second.
        let isNews = attempts.nonzeroBitCount == 1
        logger.log(
            level: fault.mayPass || !isNews ? .debug : .warning,
            "An event was not taken.",
            metadata: [
                "event": "\(event.id)", "call": "\(event.call)",
                "destination": "\(destination.rawValue)", "fault": "\(fault.code)",
                "attempts": "\(attempts)", "trace": "\(event.trace.traceID)",
            ]
        )
        return FailedDelivery(
            sequence: event.sequence,
            attempts: attempts,
            fault: fault,
            retryAt: now() + Backoff.delivery.delay(after: attempts)
        )
    }

    private func complain(_ message: Logger.Message, _ error: any Error) {
        guard !Task.isCancelled else { return }
        complaints.warning(message, error, metadata: ["destination": "\(destination.rawValue)"])
    }
}
