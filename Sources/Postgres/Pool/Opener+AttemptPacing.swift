import Values

extension Opener {
    /// How long to wait before the next attempt after failed ones.
    struct AttemptPacing {
        private var backoff = Backoff(from: .milliseconds(20), to: .seconds(1))
        private var failedAt: UInt64 = 0
        private var pause: UInt64 = 0

        /// Whether the last attempt failed.
        var hasFailed: Bool { backoff.failures > 0 }

        /// Records a failed attempt; `now` is of the monotonic clock.
        mutating func fail(at now: UInt64) {
            backoff.grow()
            pause = backoff.pause.nanoseconds
            failedAt = now
        }

        /// Lets the next attempt start at once.
        mutating func reset() {
            backoff.reset()
            pause = 0
        }

        /// How long the next attempt still has to wait.
        ///
        /// - Parameters:
        ///   - now: By the same clock.
        ///   - isMissed: Whether no connection answers, so that a new one is of use at once.
        /// - Returns: Nanoseconds.
        func rest(at now: UInt64, isMissed: Bool) -> UInt64 {
            let end = failedAt + (isMissed ? min(pause, Watch.probeInterval.nanoseconds) : pause)
            return now < end ? end - now : 0
        }
    }
}
