public import Logging
import Postgres
public import ServiceLifecycle

/// The loop that repeats the same work, such as counting what has arrived meanwhile.
///
/// Every replica runs it; the work itself ensures that only one does it at a time, by a lock that
/// is released with its transaction, so that another continues at once if a replica is gone.
public struct PeriodicTask: Service {
    /// One round. Returns how much there was to do.
    public typealias Work = @Sendable () async throws -> Int

    private let pause: Duration
    private let rest: Duration
    private let complaint: Logger.Message
    private let complaints: RateLimitedLog
    private let work: Work

    /// - Parameters:
    ///   - pause: The time between a round that had something to do and the next one.
    ///   - rest: The maximum time between two rounds while there is nothing to do: each pause is
    ///     twice as long as the one before, up to this.
    ///   - complaint: The log message of a round that fails.
    ///   - logger: Receives it, rate-limited.
    ///   - work: The work of a round.
    public init(
        every pause: Duration,
        rest: Duration = .seconds(1),
        complaint: Logger.Message,
        logger: Logger = Logger(label: "gauntlet.rounds"),
        _ work: @escaping Work
    ) {
        self.pause = pause
        self.rest = rest
        self.complaint = complaint
        complaints = RateLimitedLog(logger)
        self.work = work
    }

    /// Works until shutdown; then lets the round under way finish.
    public func run() async throws {
        let queue = WakeableQueue<Void>()
        await withTaskCancellationOrGracefulShutdownHandler {
            var wait = pause
            while !Task.isCancelled, !queue.isClosed {
                wait = await isBusy() ? pause : min(wait * 2, rest)
                if !queue.isClosed { _ = await queue.take(within: wait) }
            }
        } onCancelOrGracefulShutdown: {
            queue.close()
        }
    }

    /// Whether a round had something to do.
    private func isBusy() async -> Bool {
        do {
            return try await work() > 0
        } catch {
            if !Task.isCancelled { complaints.warning(complaint, error) }
            return false
        }
    }
}
