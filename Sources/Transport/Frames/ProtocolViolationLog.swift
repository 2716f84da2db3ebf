import Logging
import Metrics
import Synchronization

/// Counts protocol violations by authenticated peers, and logs at most one a minute, so that no
/// peer can fill the log. A server has one, and so has each `RemoteCaller`.
final class ProtocolViolationLog: Sendable {
    private let violations = Mutex(Tally())
    private let logger: Logger
    private let broken = Counter(label: "gauntlet_protocol_breaches_total")

    init(logger: Logger) {
        self.logger = logger
    }

    /// The number of violations.
    var count: Int { violations.withLock(\.count) }

    /// - Parameters:
    ///   - violation: The violation.
    ///   - peer: The peer's authenticated name.
    ///   - now: The time of the violation.
    func note(_ violation: ProtocolViolation, by peer: String, now: ContinuousClock.Instant = .now)
    {
        broken.increment()
        guard let unlogged = violations.withLock({ $0.add(at: now) }) else { return }
        logger.warning(
            "Connection closed: protocol violation.",
            metadata: [
                "peer": "\(peer)", "breach": "\(violation)", "violation": "\(violation.sentence)",
                "unlogged": "\(unlogged)",
            ]
        )
    }
}

/// Counts events, and how many of them were not logged since the last that was.
struct Tally {
    private(set) var count = 0
    private var lastLogged: ContinuousClock.Instant?
    private var unlogged = 0

    /// Counts one more. Returns `nil` if it must not be logged; otherwise how many went unlogged
    /// before it. One a minute is logged.
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
