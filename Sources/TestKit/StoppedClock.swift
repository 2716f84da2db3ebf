import Synchronization
public import Values

/// A clock that a test sets.
public final class StoppedClock: Sendable {
    private let moment: Mutex<Instant>

    public init(at moment: Instant = Instant(microseconds: 1_800_000_000_000_000)) {
        self.moment = Mutex(moment)
    }

    public var now: Instant {
        moment.withLock { $0 }
    }

    /// Moves the clock forward, or back by a negative duration.
    public func advance(by duration: Duration) {
        moment.withLock { $0 = $0 + duration }
    }
}
