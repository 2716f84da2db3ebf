import Identifiers
import IdentityAPI
import Postgres
import Providers
import Values

// The `logins` table. No other file names it.

/// An account at a provider that is linked to an account here.
struct StoredLogin: Equatable {
    let provider: Provider
    let subject: String
    let account: UserID
    let email: String?
    let linkedAt: Instant
}

extension Transaction {
    /// Inserts a login.
    ///
    /// - Returns: Whether it was inserted; another account may have it, or this account another
    ///   login of the provider.
    func insert(_ login: StoredLogin) async throws -> Bool {
        try await run(
            """
            INSERT INTO logins (provider, subject, account, email, linked_at)
            VALUES (\(login.provider.rawValue), \(login.subject), \(login.account), \(login.email),
                \(login.linkedAt))
            ON CONFLICT DO NOTHING
            """
        ) == 1
    }

    /// Deletes an account's login at a provider. Sent with the next statement.
    func deleteLogin(_ provider: Provider, of user: UserID) throws {
        try enqueue(
            "DELETE FROM logins WHERE account = \(user) AND provider = \(provider.rawValue)"
        )
    }

    /// Deletes all logins of an account. Sent with the next statement.
    func deleteLogins(of user: UserID) throws {
        try enqueue("DELETE FROM logins WHERE account = \(user)")
    }
}

extension Reader {
    /// Returns the account that an account at a provider is linked to.
    func owner(of proved: ProviderAccount) async throws -> UserID? {
        try await first(
            """
            SELECT account FROM logins
            WHERE provider = \(proved.provider.rawValue) AND subject = \(proved.subject)
            """
        ) { try $0.next() }
    }

    /// Returns an account's logins, ordered by provider. Skips providers that this release does not
    /// know.
    func logins(of user: UserID) async throws -> [StoredLogin] {
        try await all(
            """
            SELECT provider, subject, account, email, linked_at FROM logins
            WHERE account = \(user) ORDER BY provider
            """
        ) { row -> StoredLogin? in
            let (provider, subject): (String, String) = try row.read()
            let (account, email): (UserID, String?) = try row.read()
            let linkedAt = try row.next(Instant.self)
            guard let provider = Provider(rawValue: provider) else { return nil }
            return StoredLogin(
                provider: provider,
                subject: subject,
                account: account,
                email: email,
                linkedAt: linkedAt
            )
        }.compactMap(\.self)
    }
}
