import Crypto
import JWTKit
import Postgres
import Synchronization
import Values

/// Signs access tokens with a key that all replicas share and that changes every 30 days.
final class TokenSigner: Sendable {
    private let database: Database
    private let secrets: [SymmetricKey]
    private let held = Mutex<Held?>(nil)

    /// The key in use, decrypted.
    private struct Held: Sendable {
        let id: String
        let signsUntil: Instant
        let keys: JWTKeyCollection
    }

    /// - Parameters:
    ///   - database: Stores the keys.
    ///   - secrets: The first encrypts new keys, all of them decrypt old ones; at least one.
    init(database: Database, secrets: [SymmetricKey]) {
        precondition(!secrets.isEmpty, "signing keys need a secret")
        self.database = database
        self.secrets = secrets
    }

    /// Signs claims with the key that is in use at a time.
    func sign(_ claims: AccessClaims, at now: Instant) async throws -> String {
        let held = try await key(at: now)
        return try await held.keys.sign(claims, kid: JWKIdentifier(string: held.id))
    }

    private func key(at now: Instant) async throws -> Held {
        if let held = held.withLock({ $0 }), now < held.signsUntil { return held }
        // A key is used for a long time, so it must be durable: if a failover lost it, tokens
        // signed with it would be refused everywhere.
        let usable = try await database.durably {
            let found = try await open(database.signingKeys(signingAt: now))
            return if let found { found } else { try await makeKey(at: now) }
        }
        held.withLock { $0 = usable }
        return usable
    }

    /// Creates a key, unless another replica has created one meanwhile.
    private func makeKey(at now: Instant) async throws -> Held {
        try await database.transaction { [self] tx in
            try await tx.lockSigningKeys()
            if let other = try await open(tx.signingKeys(signingAt: now)) { return other }
            let key = try SigningKey(sealedWith: secrets[0], at: now)
            try await tx.insert(key)
            guard let made = try await open([key]) else {
                throw CryptoKitError.authenticationFailure
            }
            return made
        }
    }

    /// Returns the first key that the secrets decrypt.
    private func open(_ keys: [SigningKey]) async throws -> Held? {
        for key in keys {
            guard let privateKey = key.privateKey(openedWith: secrets) else { continue }
            let collection = JWTKeyCollection()
            await collection.add(
                eddsa: EdDSA.PrivateKey(backing: privateKey),
                kid: JWKIdentifier(string: key.id)
            )
            return Held(id: key.id, signsUntil: key.signsUntil, keys: collection)
        }
        return nil
    }
}
