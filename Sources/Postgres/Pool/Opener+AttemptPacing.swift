import Values

extension Opener {
    /// How long the next attempt waits after those that failed.
    struct AttemptPacing {
        private var backoff = Backoff(from: .milliseconds(20), to: .seconds(1))
        private var failedAt: UInt64 = 0
        private var pause: UInt64 = 0

        /// The last attempt failed.
        var hasFailed: Bool { backoff.failures > 0 }

        /// An attempt failed; `now` is of the clock that only goes forward.
        mutating func fail(at now: UInt64) {
            backoff.grow()
            pause = backoff.pause.nanoseconds
            failedAt = now
        }

        /// The next attempt need not wait.
        mutating func reset() {
            backoff.reset()
            pause = 0
        }

        /// How long the next attempt still waits.
        ///
        /// - Parameters:
        ///   - now: By the same clock.
        ///   - isMissed: No connection answers: one that is opened is of use at once.
        /// - Returns: Nanoseconds.
        func rest(at now: UInt64, isMissed: Bool) -> UInt64 {
            let end = failedAt + (isMissed ? min(pause, Watch.probeInterval.nanoseconds) : pause)
            return now < end ? end - now : 0
        }
    }
}
