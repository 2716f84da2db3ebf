public import Logging
import Synchronization

/// A log for messages that repeat: writes a line at once, then at most one every ten seconds, with
/// the number of lines suppressed.
public final class RateLimitedLog: Sendable {
    private struct State {
        var saidAt: ContinuousClock.Instant?
        var suppressed = 0
    }

    private let logger: Logger
    private let interval: Duration
    private let state = Mutex(State())

    /// - Parameters:
    ///   - logger: Receives the lines.
    ///   - interval: The minimum time between two of them.
    public init(_ logger: Logger, every interval: Duration = .seconds(10)) {
        self.logger = logger
        self.interval = interval
    }

    /// Logs a warning, unless one was logged within the interval.
    ///
    /// - Parameters:
    ///   - message: What went wrong.
    ///   - error: Why.
    ///   - metadata: Further metadata of the line.
    ///   - now: The current time.
    /// - Returns: Whether a line was written.
    @discardableResult
    public func warning(
        _ message: Logger.Message,
        _ error: any Error,
        metadata: Logger.Metadata = [:],
        at now: ContinuousClock.Instant = .now
    ) -> Bool {
        let suppressed = state.withLock { state -> Int? in
            if let saidAt = state.saidAt, now - saidAt < interval {
                state.suppressed += 1
                return nil
            }
            defer { state.suppressed = 0 }
            state.saidAt = now
            return state.suppressed
        }
        guard let suppressed else { return false }
        var metadata = metadata
        metadata["error"] = "\(error)"
        if suppressed > 0 { metadata["unsaid"] = "\(suppressed)" }
        logger.warning(message, metadata: metadata)
        return true
    }
}
