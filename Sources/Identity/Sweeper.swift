import Logging
import Postgres
import ServiceLifecycle
import Values

/// Removes what nobody needs: sessions and tokens that expired, revocations older than any token,
/// tries that no limit counts, networks from which nobody signed in for long, keys that signed
/// nothing that is still good.
struct Sweeper: Service {
    let identity: Identity

    /// How long a revocation, and an ended session, is kept: longer than any access token lives.
    static let memory = Duration.hours(24)

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                do {
                    try await identity.sweep()
                } catch is CancellationError {
                    return
                } catch {
                    identity.logger.warning("A sweep failed.", metadata: ["error": "\(error)"])
                }
                try await Task.sleep(for: .minutes(10))
            }
        }
    }
}

extension Identity {
    /// Removes once what nobody needs, a thousand rows at a time.
    func sweep() async throws {
        let now = now()
        let end = now - Sweeper.memory
        try await database.inBatches { tx, limit in
            try await tx.purgeSessions(expiredBy: now, endedBefore: end, limit: limit)
        }
        try await database.inBatches { tx, limit in
            try await tx.purgeTokens(expiredBy: now, limit: limit)
        }
        try await database.inBatches { tx, limit in
            try await tx.purgeRevocations(before: end, limit: limit)
        }
        try await database.inBatches { tx, limit in
            try await tx.purgeTries(before: now - limits.windowMax, limit: limit)
        }
        try await database.inBatches { tx, limit in
            try await tx.purgeKnownNetworks(before: now - limits.networksAge, limit: limit)
        }
        try await database.purgeSigningKeys(expiredBy: now)
    }
}
