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

    func note(_ what: String, _ error: WebFailure) {
        let reason = "\(what): \(error.reason)"
        logger.warning(
            "a provider of logins cannot be used",
            metadata: ["provider": "\(provider.rawValue)", "reason": "\(reason)"]
        )
        failure.withLock { $0 = ProviderStatus.Failure(at: now(), reason: reason) }
    }
}
