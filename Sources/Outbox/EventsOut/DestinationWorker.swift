import FoundationEssentials
import Identifiers
import Logging
import Postgres
import RPC
import Values
import Wire

/// Delivers to one destination: a loop that reads the events that may be sent, delivers each key's
/// events in a row beside the other keys, and records the outcomes.
struct DestinationWorker: Sendable {
    let destination: ServiceName
    let caller: any Caller
    /// How events are sent as one, by the numbers of their types.
    var joinings: [CallID: Joining] = [:]
    let database: Database
    let leases: Leases
    let settings: Delivery.Settings
    let now: @Sendable () -> Instant
    let logger: Logger
    /// Logs database failures; shared by all workers.
    let complaints: RateLimitedLog
    let queue = WakeableQueue<KeyBatch.End>()

    /// Delivers until the queue is closed and what was under way has ended.
    func run() async {
        await withDiscardingTaskGroup { group in
            var state = DestinationState(settings)
            while !Task.isCancelled {
                state.ended += await queue.take(
                    within: state.rest(from: now(), atMost: settings.poll)
                )
                let isSettled = await settle(&state)
                if queue.isClosed {
                    guard isSettled, !state.busy.isEmpty else { break }
                } else if isSettled, await dispatch(&state, &group) {
                    // What is emitted meanwhile is then read by one statement, arrives together,
                    // and is recorded by one statement.
                    try? await Task.sleep(for: settings.gathering)
                }
            }
        }
    }

    /// Records the outcomes of the batches that ended. Their keys stay busy until then, so that no
    /// delivered event is read again.
    private func settle(_ state: inout DestinationState) async -> Bool {
        guard !state.ended.isEmpty else { return true }
        let acknowledged = state.ended.flatMap(\.acknowledged)
        let failures = state.ended.compactMap(\.failure)
        do {
            if !acknowledged.isEmpty || !failures.isEmpty {
                try await database.transaction { tx in
                    try tx.remove(acknowledged, to: destination)
                    try tx.postpone(failures, to: [destination])
                }
            }
        } catch {
            complain("Recording delivered events failed.", error)
            state.look(at: now() + settings.poll / 4)
            return false
        }
        state.settle(at: now())
        return true
    }

    /// Starts delivering as many keys as there is room for.
    ///
    /// - Returns: Whether some were begun, and nothing was left for which there was no room.
    private func dispatch(
        _ state: inout DestinationState,
        _ group: inout DiscardingTaskGroup
    ) async -> Bool {
        var (hasBegunAll, isMore) = (false, true)
        while isMore, state.hasRoom(at: now()), !queue.isClosed {
            let partitions = leases.partitions
            guard !partitions.isEmpty else { return false }
            // Apart from one key's batch, events beyond the room would be read in vain, and again
            // the next time.
            let limit = max(state.room, settings.batch)
            let events: [QueuedEvent]
            do {
                events = try await database.queuedEvents(
                    for: destination,
                    in: partitions,
                    without: Array(state.busy),
                    at: now(),
                    limit: limit
                )
            } catch {
                complain("Reading the outbox failed.", error)
                state.look(at: now() + settings.poll / 4)
                return false
            }
            let batches = state.begin(events)
            for batch in batches {
                group.addTask { await deliver(batch) }
            }
            isMore = events.count == limit
            let begun = batches.reduce(0) { $0 + $1.events.count }
            hasBegunAll = begun > 0 && begun == events.count
        }
        return hasBegunAll && !isMore
    }

    /// Delivers one key's events in order, up to the first that is not accepted or may not be sent:
    /// a lease that lapsed may be held again a moment later, and no event may overtake the one that
    /// was left out. Events that can be joined are sent as one, and apart if that one is refused.
    func deliver(_ batch: KeyBatch) async {
        var end = KeyBatch.End(key: batch.key)
        var rest = batch.events[...]
        var joins = true
        while let first = rest.first, leases.holds(first.partition), !queue.isClosed {
            let joined = joins ? joinings[first.call]?.join(rest) : nil
            let sent = rest.prefix(joined?.count ?? 1)
            do throws(Fault) {
                _ = try await caller.deliver(
                    first.call,
                    effect: .once,
                    body: joined?.body ?? first.body,
                    in: context(of: sent.last ?? first)
                )
                end.acknowledged += sent.map(\.sequence)
                rest = rest.dropFirst(sent.count)
            } catch {
                if joined != nil, !error.mayPass {
                    joins = false
                    continue
                }
                end.failure = failure(of: first, error)
                break
            }
        }
        queue.post(end)
    }

    private func context(of event: QueuedEvent) -> CallContext {
        var context = CallContext.background(
            idempotencyKey: event.id.description,
            trace: event.trace
        )
        context.deadline = .now + settings.patience
        return context
    }

    private func failure(of event: QueuedEvent, _ fault: Fault) -> FailedDelivery {
        let attempts = event.attempts + 1
        // A fault that only says "later" is normal in a cluster; a refusal needs an operator's
        // attention, but not every second: attempts 1, 2, 4, 8 and so on are logged as warnings.
        let isNews = attempts.nonzeroBitCount == 1
        logger.log(
            level: fault.mayPass || !isNews ? .debug : .warning,
            "Event delivery failed; will retry.",
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
