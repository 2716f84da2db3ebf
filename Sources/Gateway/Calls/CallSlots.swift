import Metrics
import NIOCore
import NIOPosix
import Synchronization
import Values
import Wire

/// Limits the calls that each user, and each address, has under way to one service, so that none of
/// them can keep the service busy for all others (2.14-calls).
///
/// A further call waits for a slot, and is refused after a while. It is refused at once if too many
/// calls of the same user or address are waiting.
final class CallSlots: Sendable {
    private struct State {
        var lines: CallLines
        var waiting: [CallLines.Ticket: Waiting] = [:]
        var tickets: UInt64 = 0
    }

    /// A call that waits for a slot.
    private struct Waiting {
        /// Succeeds with whether it got one.
        let granted: EventLoopPromise<Bool>
        let isThere: @Sendable () -> Bool
    }

    private let state: Mutex<State>
    private let patience: Duration
    private let refusals: Counter

    /// - Parameters:
    ///   - service: The service, for the metrics.
    ///   - limits: The slots of a user and of an address.
    ///   - patience: The maximum time that a call waits for a slot.
    init(to service: ServiceName, _ limits: ClientLimits, patience: Duration) {
        state = Mutex(
            State(
                lines: CallLines(
                    perUser: limits.callsPerUser,
                    perAddress: limits.callsPerAddress
                )
            )
        )
        self.patience = patience
        refusals = Counter(
            label: "gauntlet_client_calls_refused_total",
            dimensions: [("service", service.rawValue)]
        )
    }

    /// The number of calls that wait for a slot.
    var waitingCount: Int { state.withLock(\.waiting.count) }

    /// The number of users and addresses that have calls.
    var ownersCount: Int { state.withLock(\.lines.ownersCount) }

    /// Makes a call once the client has a slot for it.
    ///
    /// - Parameters:
    ///   - client: Whose call it is.
    ///   - deadline: The call's deadline, if any.
    ///   - isThere: Whether the client's connection is open.
    ///   - call: Makes the call.
    /// - Returns: The reply.
    /// - Throws: `gateway.requests_exhausted` if there is no slot in time, or the client has
    ///   disconnected; what the call throws.
    func withSlot<Reply>(
        of client: CallClient,
        until deadline: ContinuousClock.Instant?,
        isThere: @escaping @Sendable () -> Bool,
        _ call: () async throws -> Reply
    ) async throws -> Reply {
        guard !client.isFree else { return try await call() }
        if let (ticket, granted) = try take(client, isThere) {
            try await wait(for: granted, ticket, until: deadline)
        }
        defer { giveBack(client) }
        return try await call()
    }

    /// Takes a slot; returns the ticket and the promise of a call that has to wait.
    private func take(
        _ client: CallClient,
        _ isThere: @escaping @Sendable () -> Bool
    ) throws -> (CallLines.Ticket, EventLoopPromise<Bool>)? {
        try state.withLock { state in
            let ticket = CallLines.Ticket(number: state.tickets, client: client)
            state.tickets += 1
            switch state.lines.take(ticket) {
            case .granted: return nil
            case .refused: throw refused()
            case .waiting:
                let loop = MultiThreadedEventLoopGroup.singleton.any()
                let granted = loop.makePromise(of: Bool.self)
                state.waiting[ticket] = Waiting(granted: granted, isThere: isThere)
                return (ticket, granted)
            }
        }
    }

    private func wait(
        for granted: EventLoopPromise<Bool>,
        _ ticket: CallLines.Ticket,
        until deadline: ContinuousClock.Instant?
    ) async throws {
        let patience = min(patience, deadline.map { $0 - .now } ?? patience)
        let end = granted.futureResult.eventLoop.scheduleTask(in: TimeAmount(patience)) {
            self.leave(ticket)
        }
        defer { end.cancel() }
        let isGranted = try await withTaskCancellationHandler {
            try await granted.futureResult.get()
        } onCancel: {
            leave(ticket)
        }
        guard isGranted else { throw Task.isCancelled ? CancellationError() : refused() }
    }

    private func refused() -> any Error {
        refusals.increment()
        return RequestRateLimiter.Refused(retryAfterSeconds: 1)
    }

    /// Ends the wait of a ticket, if it still waits.
    private func leave(_ ticket: CallLines.Ticket) {
        settle { state in
            state.waiting[ticket] == nil
                ? [] : [.init(ticket: ticket, isGranted: false)] + state.lines.leave(ticket)
        }
    }

    private func giveBack(_ client: CallClient) {
        settle { $0.lines.giveBack(client) }
    }

    /// Changes the lines, and completes tickets with their outcomes. Slots for clients that have
    /// disconnected go to the next in line.
    private func settle(_ change: (inout State) -> [CallLines.Settlement]) {
        let answers = state.withLock { state in
            var turns = change(&state)[...]
            var answers: [(promise: EventLoopPromise<Bool>, isGranted: Bool)] = []
            while let turn = turns.popFirst() {
                guard let waiting = state.waiting.removeValue(forKey: turn.ticket) else { continue }
                let isThere = turn.isGranted && waiting.isThere()
                if turn.isGranted && !isThere {
                    turns += state.lines.giveBack(turn.ticket.client)
                }
                answers.append((waiting.granted, isThere))
            }
            return answers
        }
        for answer in answers { answer.promise.succeed(answer.isGranted) }
    }
}
