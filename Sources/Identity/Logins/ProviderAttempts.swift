import IdentityAPI
import Identifiers
import Postgres
import RPC
import Values
import Wire

/// The limits that an attempt with a provider's token counts against (2.8-limits): those of
/// sign-ins from one network.
struct ProviderAttempts {
    /// Failures from this network; `nil` if addresses do not count.
    private let failures: RateLimit?
    /// Successes from this network; `nil` if addresses do not count.
    private let successes: RateLimit?

    init(from address: String?, _ limits: SignInLimits) {
        guard let address, !limits.exempt.contains(address) else {
            (failures, successes) = (nil, nil)
            return
        }
        let network = ClientNetwork(address)
        failures = .failures(network, limits)
        successes = .successes(network, limits)
    }

    /// The failures, then the successes.
    var all: [RateLimit] { [failures, successes].compactMap(\.self) }

    /// Sorts what was counted.
    func open(_ counted: [CountedAttempt]) -> OpenAttempt {
        OpenAttempt(
            failures: counted.filter { $0.subject == failures?.subject },
            successes: counted.filter { $0.subject == successes?.subject }
        )
    }
}

extension Identity {
    /// Counts an attempt as under way, in its own transaction, before it costs anything. Attempts
    /// under way count like completed ones, so that there are never more than the limits allow.
    func begin(_ tries: ProviderAttempts) async throws -> OpenAttempt {
        guard !tries.all.isEmpty else { return tries.open([]) }
        let now = now()
        let counted = try await database.transaction { tx in
            try await tx.lock(tries.all)
            let waits = try await tx.standings(of: tries.all, at: now).compactMap { usage in
                switch usage {
                case .free: Duration?.none
                case .undecided(let wait), .reached(let wait): wait
                }
            }
            if let wait = waits.max() {
                throw Refusal(IdentityError.signInsExhausted, retryAfterSeconds: wait.secondsToWait)
            }
            return try tx.count(tries.all, at: now, openUntil: now + Self.openTryLifetime)
        }
        return tries.open(try await counted.value)
    }
}
