import IdentityAPI
import Identifiers
import Postgres
import Values
import Wire

// What users tell of themselves, in the `accounts` table.

extension Transaction {
    /// Returns a user's profile, and locks the account against other changes until the transaction
    /// ends.
    func lockedProfile(of user: UserID) async throws -> AccountProfile? {
        try await first(
            """
            SELECT \(AccountProfile.columns) FROM accounts WHERE id = \(user) FOR NO KEY UPDATE
            """
        ) { try $0.profile() }
    }

    /// Stores a user's profile, and increments the card's version. Refuses a username that is in
    /// use.
    ///
    /// - Returns: The account's new card.
    func save(
        _ profile: AccountProfile,
        of user: UserID,
        at now: Instant
    ) async throws
        -> PersonCard
    {
        let first = try PersonName(first: profile.firstName)
        let last = try PersonName(last: profile.lastName)
        let (names, searched) = (FoldedNames(first, last), SearchedNames(first, last))
        do {
            return try await one(
                """
                UPDATE accounts SET first_name = \(profile.firstName),
                    last_name = \(profile.lastName), full_name_folded = \(names.full),
                    last_name_folded = \(names.last), full_name_search = \(searched.full),
                    last_name_search = \(searched.last), name_pairs = \(pairsOf: searched),
                    display_name = \(profile.displayName),
                    bio = \(profile.bio), username = \(profile.username),
                    renamed_at = \(profile.renamedAt), email_wanted = \(profile.emailWanted),
                    version = version + 1, updated_at = \(now)
                WHERE id = \(user) RETURNING \(PersonCard.columns)
                """
            ) { try $0.card() }
        } catch let error as PostgresError where error.constraint == "accounts_username_key" {
            throw Refusal(IdentityError.usernameTaken, at: "/username")
        }
    }

    /// Removes an avatar, and increments the card's version.
    func removeAvatar(of user: UserID, at now: Instant) async throws {
        try await run(
            """
            UPDATE accounts SET avatar = NULL, version = version + 1, updated_at = \(now)
            WHERE id = \(user)
            """
        )
    }

    /// Stores the hash of a new password, unless the password has changed since `old` was read.
    ///
    /// - Returns: Whether it was stored.
    func changePasswordHash(
        of user: UserID,
        from old: String,
        to new: String,
        at now: Instant
    ) async throws -> Bool {
        try await run(
            """
            UPDATE accounts SET password_hash = \(new), updated_at = \(now)
            WHERE id = \(user) AND password_hash = \(old)
            """
        ) == 1
    }
}

extension Reader {
    /// Returns what others see of a user besides the card: the display name and the bio.
    func selfDescription(of user: UserID) async throws -> (displayName: String?, bio: String?) {
        try await first(
            "SELECT display_name, nullif(bio, '') FROM accounts WHERE id = \(user)",
            .point
        ) { row in
            (displayName: try row.next(String?.self), bio: try row.next(String?.self))
        } ?? (nil, nil)
    }
}

extension AccountProfile {
    /// The columns that `Row.profile` reads.
    fileprivate static let columns: Columns = [
        "first_name", "last_name", "display_name", "bio", "username", "email", "email_wanted",
        "renamed_at",
    ]
}

extension Row {
    fileprivate mutating func profile() throws -> AccountProfile {
        try AccountProfile(
            firstName: next(),
            lastName: next(),
            displayName: next(),
            bio: next(),
            username: next(),
            email: next(),
            emailWanted: next(),
            renamedAt: next()
        )
    }
}
