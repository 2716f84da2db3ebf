import IdentityAPI
import Identifiers
import Postgres
import Values
import Wire

// Users' settings, in the `accounts` table.

extension Transaction {
    /// Returns a user's settings, and locks the account against other changes until the transaction
    /// ends.
    func lockedSettings(of user: UserID) async throws -> AccountSettings? {
        try await first(
            """
            SELECT \(AccountSettings.columns) FROM accounts WHERE id = \(user)
            FOR NO KEY UPDATE
            """
        ) { try $0.settings() }
    }

    /// Stores a user's settings, and the account's version.
    ///
    /// - Returns: The account's new card.
    func save(
        _ settings: AccountSettings,
        of user: UserID,
        at now: Instant
    ) async throws -> PersonCard {
        let zones = settings.zones
        return try await one(
            """
            UPDATE accounts SET time_zone = \(zones.newest.name),
                zone_names = \(zones.changes.map(\.name)),
                zones_since = \(zones.changes.map(\.since)),
                zone_changed_at = \(zones.changedAt), locale = \(settings.locale),
                accepts_challenges = \(settings.acceptsChallenges),
                is_listed = \(settings.isListed),
                default_visibility = \(settings.defaultVisibility.rawValue),
                version = \(settings.version), updated_at = \(now)
            WHERE id = \(user) RETURNING \(PersonCard.columns)
            """
        ) { try $0.card() }
    }
}

extension Reader {
    /// Returns a user's settings.
    func settings(of user: UserID) async throws -> AccountSettings? {
        try await first(
            "SELECT \(AccountSettings.columns) FROM accounts WHERE id = \(user)",
            .point
        ) { try $0.settings() }
    }
}

extension AccountSettings {
    /// The columns that `Row.settings` reads.
    fileprivate static let columns: Columns = [
        "zone_names", "zones_since", "time_zone", "created_at", "zone_changed_at", "locale",
        "accepts_challenges", "is_listed", "default_visibility", "version",
    ]
}

extension Row {
    fileprivate mutating func settings() throws -> AccountSettings {
        try AccountSettings(
            zones: zones(),
            locale: next(),
            acceptsChallenges: next(),
            isListed: next(),
            defaultVisibility: CompetitionVisibility(rawValue: next()) ?? .unknown,
            version: next()
        )
    }
}
