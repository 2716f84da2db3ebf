import Logging
import Metrics
import Synchronization

/// Counts the proved peers that break the protocol, and logs one a minute: nobody must be able to
/// fill the log. A server has one, and a caller one for the service that it asks.
final class ProtocolViolationLog: Sendable {
    private let violations = Mutex(Tally())
    private let logger: Logger
    private let broken = Counter(label: "gauntlet_protocol_breaches_total")

    init(logger: Logger) {
        self.logger = logger
    }

    /// How many there were.
    var count: Int { violations.withLock(\.count) }

    /// - Parameters:
    ///   - violation: What was done.
    ///   - peer: By whom: the name that was proved.
    ///   - now: When.
    func note(_ violation: ProtocolViolation, by peer: String, now: ContinuousClock.Instant = .now)
    {
        broken.increment()
        guard let unlogged = violations.withLock({ $0.add(at: now) }) else { return }
        logger.warning(
            "A connection broke the protocol and is closed.",
            metadata: ["peer": "\(peer)", "breach": "\(violation)", "unlogged": "\(unlogged)"]
        )
    }
}

/// How many of something there were, and how many of them since the last that was logged.
struct Tally {
    private(set) var count = 0
    private var lastLogged: ContinuousClock.Instant?
    private var unlogged = 0

    /// Counts one more. Returns how many went by unlogged before it, if it is to be logged: one a
    /// minute is.
    mutating func add(at now: ContinuousClock.Instant) -> Int? {
        count += 1
        if let lastLogged, now - lastLogged < .seconds(60) {
            unlogged += 1
            return nil
        }
        lastLogged = now
        defer { unlogged = 0 }
        return unlogged
    }
}
