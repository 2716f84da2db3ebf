public import Logging
import Synchronization

/// A log for what would be said again and again: a line at once, then at most one every ten
/// seconds, which tells how many were left out.
public final class SeldomLog: Sendable {
    private struct State {
        var saidAt: ContinuousClock.Instant?
        var unsaid = 0
    }

    private let logger: Logger
    private let interval: Duration
    private let state = Mutex(State())

    /// - Parameters:
    ///   - logger: Gets the lines.
    ///   - interval: The shortest time between two of them.
    public init(_ logger: Logger, every interval: Duration = .seconds(10)) {
        self.logger = logger
        self.interval = interval
    }

    /// Says it, unless something was said a moment ago.
    ///
    /// - Parameters:
    ///   - message: What went wrong.
    ///   - error: Why.
    ///   - metadata: What else stands in the line.
    ///   - now: The moment.
    /// - Returns: Whether a line was written.
    @discardableResult
    public func warning(
        _ message: Logger.Message,
        _ error: any Error,
        metadata: Logger.Metadata = [:],
        at now: ContinuousClock.Instant = .now
    ) -> Bool {
        let unsaid = state.withLock { state -> Int? in
            if let saidAt = state.saidAt, now - saidAt < interval {
                state.unsaid += 1
                return nil
            }
            defer { state.unsaid = 0 }
            state.saidAt = now
            return state.unsaid
        }
        guard let unsaid else { return false }
        var metadata = metadata
        metadata["error"] = "\(error)"
        if unsaid > 0 { metadata["unsaid"] = "\(unsaid)" }
        logger.warning(message, metadata: metadata)
        return true
    }
}
