import IdentityAPI
import Identifiers
import Postgres
import Values
import Wire

// The columns of the `accounts` table that accounts, cards and people are read from.

extension Account {
    /// The columns that `Row.account` reads.
    static let columns: Columns = [
        "id", "username", "first_name", "last_name", "avatar", "email", "time_zone", "created_at",
        "updated_at", "display_name", "bio", "email_verified_at", "email_wanted", "terms_version",
    ]
}

extension PersonCard {
    /// The columns that `Row.card` reads.
    static let columns: Columns = [
        "id", "username", "first_name", "last_name", "avatar", "version", "zone_names",
        "zones_since", "time_zone", "created_at", "zone_changed_at", "locale", "is_listed",
        "standing", "default_visibility",
    ]
}

extension Person {
    /// The columns that `Row.person` reads.
    static let columns: Columns = [
        "id", "username", "first_name", "last_name", "avatar",
    ]
}

extension Row {
    mutating func person() throws -> Person {
        try Person(
            id: next(),
            username: next(),
            firstName: next(),
            lastName: next(),
            avatarURL: next(MediaID?.self).map { MediaReference($0) }
        )
    }

    mutating func card() throws -> PersonCard {
        try PersonCard(
            person: person(),
            version: next(),
            zones: zones().changes,
            locale: next(),
            isListed: next(),
            standing: AccountStanding(rawValue: next()) ?? .unknown,
            defaultVisibility: CompetitionVisibility(rawValue: next()) ?? .unknown
        )
    }

    mutating func zones() throws -> ZoneHistory {
        let (names, moments): ([String], [Instant]) = try read()
        let (name, since): (String, Instant) = try read()
        return try ZoneHistory(
            zip(moments, names).map { ZoneChange(since: $0, name: $1) },
            orOnly: ZoneChange(since: since, name: name),
            changedAt: next()
        )
    }

    mutating func account() throws -> Account {
        let person = try person()
        let (email, timeZone): (String?, String) = try read()
        let (createdAt, updatedAt): (Instant, Instant?) = try read()
        let (displayName, bio): (String?, String) = try read()
        return try Account(
            id: person.id,
            username: person.username,
            firstName: person.firstName,
            lastName: person.lastName,
            email: email,
            avatarURL: person.avatarURL,
            timeZone: timeZone,
            createdAt: createdAt,
            updatedAt: updatedAt ?? createdAt,
            displayName: displayName,
            bio: bio.isEmpty ? nil : bio,
            emailVerifiedAt: next(),
            emailWanted: next(),
            termsVersion: next()
        )
    }

    mutating func credentials() throws -> Credentials {
        try Credentials(account: account(), passwordHash: next(), isModerator: next())
    }
}
