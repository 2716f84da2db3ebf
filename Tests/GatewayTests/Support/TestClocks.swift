import Synchronization
import Values

/// The two clocks of a gateway, standing still until a test moves them.
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

    /// Moves the time of day and the clock of silence.
    func advance(by duration: Duration) {
        hands.withLock {
            $0.now = $0.now + duration
            $0.uptime += duration
        }
    }
}
