import IdentityAPI
import Identifiers
import Postgres
import Values
import Wire

// Users' e-mail addresses, in the `accounts` table.

/// The addresses of an account, as they are stored.
struct AccountAddresses: Equatable {
    let email: EmailAddress?
    let verifiedAt: Instant?
    /// The address that takes the place of `email` once it is proved.
    let wanted: EmailAddress?

    /// The address that a ticket can prove; `nil` if there is none.
    var toProve: EmailAddress? { wanted ?? (verifiedAt == nil ? email : nil) }

    /// Returns the address that tickets of a kind are mailed to; `nil` if there is none.
    func address(for kind: Ticket.Kind) -> EmailAddress? {
        switch kind {
        case .reset: email
        case .email: toProve
        }
    }
}

/// Whom a mail is written to.
struct MailRecipient: Equatable {
    let username: String
    let locale: String
}

extension Transaction {
    /// Locks accounts against other changes until the transaction ends.
    func lockAccounts(_ users: [UserID]) async throws {
        // All transactions use the same order, so that they do not deadlock.
        try await run(
            """
            SELECT FROM accounts WHERE id = ANY(\(users)) ORDER BY id FOR NO KEY UPDATE
            """
        )
    }

    /// Makes an address the account's own, and proved. Refuses it if another account has it.
    func prove(_ address: EmailAddress, of user: UserID, at now: Instant) async throws {
        do {
            try await run(
                """
                UPDATE accounts SET email = \(address.text), email_folded = \(address.folded),
                    email_verified_at = \(now), email_wanted = NULL, version = version + 1,
                    updated_at = \(now)
                WHERE id = \(user)
                """
            )
        } catch let error as PostgresError where error.constraint == "accounts_email_key" {
            throw Refusal(IdentityError.emailTaken, at: "/ticket")
        }
    }

    /// Takes an address from an account that has not proved it.
    ///
    /// - Returns: Whether it was taken.
    func takeAddress(from user: UserID, at now: Instant) async throws -> Bool {
        try await run(
            """
            UPDATE accounts SET email = NULL, email_folded = NULL, version = version + 1,
                updated_at = \(now)
            WHERE id = \(user) AND email_verified_at IS NULL
            """
        ) == 1
    }

    /// Stores the hash of a password that was reset. That proves the address, and no other is
    /// wanted any more.
    func resetPasswordHash(of user: UserID, to hash: String, at now: Instant) async throws {
        try await run(
            """
            UPDATE accounts SET password_hash = \(hash), email_wanted = NULL,
                email_verified_at = coalesce(email_verified_at, \(now)), version = version + 1,
                updated_at = \(now)
            WHERE id = \(user)
            """
        )
    }
}

extension Reader {
    /// Returns an account's addresses; `nil` without an account.
    func addresses(of user: UserID) async throws -> AccountAddresses? {
        try await first(
            """
            SELECT email, email_verified_at, email_wanted FROM accounts WHERE id = \(user)
            """
        ) { row in
            let (email, verifiedAt): (String?, Instant?) = try row.read()
            return try AccountAddresses(
                email: email.map { text throws(IdentityError) in try EmailAddress(text) },
                verifiedAt: verifiedAt,
                wanted: row.next(String?.self).map { text throws(IdentityError) in
                    try EmailAddress(text)
                }
            )
        }
    }

    /// Returns the account that has an address, whether or not it has proved it.
    func holder(of folded: String) async throws -> UserID? {
        try await first("SELECT id FROM accounts WHERE email_folded = \(folded)") {
            try $0.next()
        }
    }

    /// Returns the account of a login, and its address. The work is the same for every login.
    func mailbox(of login: Login) async throws -> (user: UserID, email: String?)? {
        let (username, email): (String?, String?) =
            switch login {
            case .username(let username): (username, nil)
            case .email(let email): (nil, email)
            case .impossible: (nil, nil)
            }
        return try await first(
            """
            SELECT id, email FROM accounts WHERE username = \(username)
            UNION ALL SELECT id, email FROM accounts WHERE email_folded = \(email)
            """
        ) { row in (user: try row.next(UserID.self), email: try row.next(String?.self)) }
    }

    /// Returns whom a mail is written to; `nil` without an account.
    func mailRecipient(_ user: UserID) async throws -> MailRecipient? {
        try await first("SELECT username, locale FROM accounts WHERE id = \(user)", .point) {
            try MailRecipient(username: $0.next(), locale: $0.next())
        }
    }
}
