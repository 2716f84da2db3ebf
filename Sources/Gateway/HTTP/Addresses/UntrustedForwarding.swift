import HTTPTypes
import Logging
import Synchronization
import Values

/// Warns, at most once an hour, that an address forwards requests without being a trusted proxy.
/// Behind a proxy that is missing from the settings, all users share its address and so its limits.
final class UntrustedForwarding: Sendable {
    private let logger: Logger
    private let uptime: @Sendable () -> ContinuousClock.Instant
    private let warnedAt = Mutex<ContinuousClock.Instant?>(nil)

    /// The minimum time between two warnings. Every client can send the headers.
    private static let pause = Duration.hours(1)

    init(logger: Logger, uptime: @escaping @Sendable () -> ContinuousClock.Instant) {
        self.logger = logger
        self.uptime = uptime
    }

    /// Notes a request from an address that is no trusted proxy.
    func note(_ headers: HTTPFields, from peer: IPAddress) {
        guard headers[.xForwardedFor] != nil || headers[.forwarded] != nil, isDue else { return }
        logger.warning(
            """
            A request was forwarded by an address that is no trusted proxy, so it counts as that \
            address's own. If it is your proxy, add it to GAUNTLET_TRUSTED_PROXIES.
            """,
            metadata: ["address": "\(peer)"]
        )
    }

    private var isDue: Bool {
        let now = uptime()
        return warnedAt.withLock { warnedAt in
            if let last = warnedAt, now - last < Self.pause { return false }
            warnedAt = now
            return true
        }
    }
}
