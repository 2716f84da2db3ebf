import Synchronization
import Values

/// The two clocks of a gateway, which only the test moves.
final class TestClocks: Sendable {
    private struct Hands {
        var now: Instant
        var uptime: ContinuousClock.Instant
    }

    private let hands: Mutex<Hands>

    init(now: Instant = .now()) {
        hands = Mutex(Hands(now: now, uptime: .now))
    }

    var now: Instant {
        hands.withLock { $0.now }
    }

    var uptime: ContinuousClock.Instant {
        hands.withLock { $0.uptime }
    }

    /// Advances the time of day and the monotonic clock.
    func advance(by duration: Duration) {
        hands.withLock {
            $0.now = $0.now + duration
            $0.uptime += duration
        }
    }
}
