import Logging
import Synchronization
import Values

/// The last failure of a provider, for the operator.
final class ProviderHealth: Sendable {
    private let provider: Provider
    private let logger: Logger
    private let now: @Sendable () -> Instant
    private let failure = Mutex<ProviderStatus.Failure?>(nil)

    init(_ provider: Provider, logger: Logger, now: @escaping @Sendable () -> Instant) {
        (self.provider, self.logger, self.now) = (provider, logger, now)
    }

    var lastFailure: ProviderStatus.Failure? { failure.withLock { $0 } }

    /// Logs what could not be fetched without which users sign in all the same.
    func mention(_ what: String, _ error: WebFailure) {
        logger.warning(
            "something of a user's profile at a provider was not fetched",
            metadata: [
                "provider": "\(provider.rawValue)", "reason": "\(what): \(error.reason)",
            ]
        )
    }

    /// Logs a failure, and keeps it as the last one.
    func note(_ what: String, _ error: WebFailure) {
        let reason = "\(what): \(error.reason)"
        logger.warning(
            "a provider of logins cannot be used",
            metadata: ["provider": "\(provider.rawValue)", "reason": "\(reason)"]
        )
        failure.withLock { $0 = ProviderStatus.Failure(at: now(), reason: reason) }
    }
}
