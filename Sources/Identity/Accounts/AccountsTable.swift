import IdentityAPI
import Identifiers
import Postgres
import Values
import Wire

// The `accounts` table. No other file names it.

/// An account to insert; every field has been checked.
struct NewAccount {
    let id: UserID
    let username: Username
    let firstName: PersonName
    let lastName: PersonName
    let email: EmailAddress?
    let timeZone: TimeZoneName
    let passwordHash: String
    let createdAt: Instant
}

/// The parts of an account that sign-in needs.
struct Credentials {
    let account: Account
    let passwordHash: String
    let isModerator: Bool
}

/// A friend, with the sort key of the list of friends: by first name, last name and username.
struct NamedPerson {
    let person: Person
    let fullNameFolded: String
}

/// A page of a user's list of friends.
struct FriendsPage: Hashable {
    let user: UserID
    /// The folded name of the friend before the page; empty for the first page.
    let name: String
    /// That friend's username.
    let username: String
    /// The maximum number of friends.
    let limit: Int
}

extension Transaction {
    /// Inserts an account; refuses a username, an address or an id that is in use.
    func insert(_ new: NewAccount) async throws {
        let names = FoldedNames(new.firstName, new.lastName)
        do {
            try await run(
                """
                INSERT INTO accounts (id, username, first_name, last_name, full_name_folded,
                    last_name_folded, email, email_folded, password_hash, time_zone, zone_names,
                    zones_since, created_at)
                VALUES (\(new.id), \(new.username.text), \(new.firstName.text),
                    \(new.lastName.text), \(names.full), \(names.last), \(new.email?.text),
                    \(new.email?.folded), \(new.passwordHash), \(new.timeZone.text),
                    \([new.timeZone.text]), \([new.createdAt]), \(new.createdAt))
                """
            )
        } catch let error as PostgresError {
            switch error.constraint {
            case "accounts_username_key":
                throw Refusal(IdentityError.usernameTaken, at: "/username")
            case "accounts_email_key": throw Refusal(IdentityError.emailTaken, at: "/email")
            case "accounts_pkey": throw Refusal(IdentityError.idTaken, at: "/user")
            default: throw error
            }
        }
    }

    /// Inserts accounts without an address, all with the same hash; skips those whose id or
    /// username is in use.
    ///
    /// - Returns: The inserted accounts.
    func insert(_ new: [NewAccount]) async throws -> [NewAccount] {
        guard let first = new.first else { return [] }
        let names = new.map { FoldedNames($0.firstName, $0.lastName) }
        let made = Set(
            try await all(
                """
                INSERT INTO accounts (id, username, first_name, last_name, full_name_folded,
                    last_name_folded, password_hash, time_zone, zone_names, zones_since,
                    created_at)
                SELECT id, username, first_name, last_name, full_name_folded, last_name_folded,
                    \(first.passwordHash), \(first.timeZone.text), \([first.timeZone.text]),
                    \([first.createdAt]), \(first.createdAt)
                FROM unnest(\(new.map(\.id)), \(new.map(\.username.text)),
                    \(new.map(\.firstName.text)), \(new.map(\.lastName.text)),
                    \(names.map(\.full)), \(names.map(\.last)))
                    AS new(id, username, first_name, last_name, full_name_folded, last_name_folded)
                ON CONFLICT DO NOTHING RETURNING id
                """
            ) { try $0.next(UserID.self) }
        )
        return new.filter { made.contains($0.id) }
    }

    /// Replaces the hash by one of the same password at another cost, unless the password has
    /// changed. Sent with the next statement.
    func replacePasswordHash(
        of user: UserID,
        _ old: String,
        with new: String
    ) throws {
        try enqueue(
            """
            UPDATE accounts SET password_hash = \(new)
            WHERE id = \(user) AND password_hash = \(old)
            """
        )
    }

    /// Locks an account against other changes until the transaction ends. Sent with the next
    /// statement.
    ///
    /// - Returns: Whether the account exists.
    func lockAccount(_ user: UserID) throws -> Deferred<Bool> {
        try deferred("SELECT FROM accounts WHERE id = \(user) FOR NO KEY UPDATE").map { $0 == 1 }
    }

    /// Returns the avatar of an account that `lockAccount` has locked.
    func avatar(of user: UserID) async throws -> MediaID? {
        try await one("SELECT avatar FROM accounts WHERE id = \(user)") { try $0.next() }
    }

    /// Changes an avatar, and increments the card's version.
    func setAvatar(of user: UserID, to media: MediaID, at now: Instant) async throws {
        try await run(
            """
            UPDATE accounts SET avatar = \(media), version = version + 1, updated_at = \(now)
            WHERE id = \(user)
            """
        )
    }

    /// Returns what a person has chosen, and locks the account against other changes until the
    /// transaction ends.
    func lockedSettings(of user: UserID) async throws -> AccountSettings? {
        try await first(
            """
            SELECT \(AccountSettings.columns) FROM accounts WHERE id = \(user)
            FOR NO KEY UPDATE
            """
        ) { try $0.settings() }
    }

    /// Stores what a person has chosen, with its version.
    ///
    /// - Returns: The card.
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
                is_listed = \(settings.isListed), version = \(settings.version),
                updated_at = \(now)
            WHERE id = \(user) RETURNING \(PersonCard.columns)
            """
        ) { try $0.card() }
    }

    /// Grants or revokes the moderator's right.
    ///
    /// - Returns: Whether the account exists.
    func setModerator(_ user: UserID, _ isModerator: Bool) async throws -> Bool {
        try await run(
            "UPDATE accounts SET is_moderator = \(isModerator) WHERE id = \(user)"
        ) == 1
    }
}

extension Reader {
    /// Returns what a person has chosen.
    func settings(of user: UserID) async throws -> AccountSettings? {
        try await first(
            "SELECT \(AccountSettings.columns) FROM accounts WHERE id = \(user)",
            .point
        ) { try $0.settings() }
    }

    /// Returns the accounts of those who exist among at most 200 people.
    func accounts(_ users: [UserID]) async throws -> [UserID: Account] {
        let accounts = try await all(
            """
            SELECT \(Account.columns) FROM accounts WHERE id = ANY(\(users))
            """,
            .point
        ) { try $0.account() }
        return Dictionary(uniqueKeysWithValues: accounts.map { ($0.id, $0) })
    }

    /// Returns the account of a login.
    func credentials(_ login: Login) async throws -> Credentials? {
        switch login {
        case .username(let username):
            try await first(
                """
                SELECT \(Account.columns), password_hash, is_moderator
                FROM accounts WHERE username = \(username)
                """,
                .point
            ) { try $0.credentials() }
        case .email(let email):
            try await first(
                """
                SELECT \(Account.columns), password_hash, is_moderator
                FROM accounts WHERE email_folded = \(email)
                """,
                .point
            ) { try $0.credentials() }
        case .impossible: nil
        }
    }

    /// Returns the account of a user, with its credentials.
    func credentials(_ user: UserID) async throws -> Credentials? {
        try await first(
            """
            SELECT \(Account.columns), password_hash, is_moderator
            FROM accounts WHERE id = \(user)
            """,
            .point
        ) { try $0.credentials() }
    }

    /// Returns which of an id, a username and an address are in use.
    func taken(
        _ user: UserID,
        _ username: Username,
        _ email: EmailAddress?
    ) async throws -> (id: Bool, username: Bool, email: Bool) {
        try await one(
            """
            SELECT EXISTS (SELECT FROM accounts WHERE id = \(user)),
                EXISTS (SELECT FROM accounts WHERE username = \(username.text)),
                EXISTS (SELECT FROM accounts WHERE email_folded = \(email?.folded))
            """,
            .point
        ) { row in
            (
                id: try row.next(Bool.self), username: try row.next(Bool.self),
                email: try row.next(Bool.self)
            )
        }
    }

    /// Returns the cards of those who exist among at most 200 people, ordered by id.
    func cards(_ users: [UserID]) async throws -> [PersonCard] {
        try await all(
            """
            SELECT \(PersonCard.columns) FROM accounts
            WHERE id = ANY(\(users)) ORDER BY id
            """,
            .point
        ) { try $0.card() }
    }

    /// Returns those who exist among at most 200 people.
    func people(_ users: [UserID]) async throws -> [UserID: Person] {
        try await cards(users).people
    }

    /// Returns the cards after a user, ordered by id.
    func cards(after user: UserID?, limit: Int) async throws -> [PersonCard] {
        try await all(
            """
            SELECT \(PersonCard.columns) FROM accounts
            WHERE true \(after: user, in: "id")
            ORDER BY id LIMIT \(limit)
            """
        ) { try $0.card() }
    }

    /// Returns the accounts with the nil or the max UUID, from before these were refused.
    func reservedAccounts() async throws -> [UserID] {
        try await all(
            """
            SELECT id FROM accounts
            WHERE id IN (\(UserID(.lowest)), \(UserID(.highest))) ORDER BY id
            """
        ) { try $0.next() }
    }

    /// Returns the number of accounts in a range of ids.
    func countAccounts(in ids: ClosedRange<UserID>) async throws -> Int {
        try await one(
            """
            SELECT count(*) FROM accounts
            WHERE id BETWEEN \(ids.lowerBound) AND \(ids.upperBound)
            """
        ) { try $0.next() }
    }

    /// Returns which of at most 200 people accept challenges.
    func acceptingChallenges(_ users: [UserID]) async throws -> Set<UserID> {
        Set(
            try await all(
                """
                SELECT id FROM accounts WHERE id = ANY(\(users)) AND accepts_challenges
                """,
                .point
            ) { try $0.next(UserID.self) }
        )
    }

    /// Active people whose username or name begins with a text, ordered by username.
    ///
    /// The indices of the names have another order. A few matches are read and sorted; if there are
    /// more, all people are looked at in the order of the list. Which of the two, the statement counts:
    /// the server's guess of how many names begin with a text can be wrong by far.
    func people(
        beginning prefix: SearchPrefix,
        except asker: UserID,
        after username: String,
        limit: Int
    ) async throws -> ListPart<Person> {
        let looked = try await all(
            """
            WITH matches AS MATERIALIZED (
                (\(matching: prefix, in: "username"))
                UNION ALL (\(matching: prefix, in: "full_name_folded"))
                UNION ALL (\(matching: prefix, in: "last_name_folded"))
                LIMIT \(Looks.max + 1)
            ), few AS (
                SELECT DISTINCT ON (username) matches.*, true AS is_found, false AS is_last
                FROM matches
                WHERE (SELECT count(*) FROM matches) <= \(Looks.max)
                    AND username > \(username) AND \(foundBy: asker)
                ORDER BY username LIMIT \(limit)
            ), walked AS (
                SELECT * FROM (
                    SELECT looked.*, \(foundBy: asker) AND (\(prefix, in: "username")
                            OR \(prefix, in: "full_name_folded")
                            OR \(prefix, in: "last_name_folded")) AS is_found,
                        row_number() OVER (ORDER BY username) = \(Looks.max) AS is_last
                    FROM (
                        SELECT * FROM accounts
                        WHERE (SELECT count(*) FROM matches) > \(Looks.max)
                            AND username > \(username)
                        ORDER BY username LIMIT \(Looks.max)
                    ) AS looked
                ) AS looked
                WHERE is_found OR is_last
                ORDER BY username LIMIT \(limit)
            )
            SELECT \(Person.columns), is_found, is_last
            FROM (SELECT * FROM few UNION ALL SELECT * FROM walked) AS found ORDER BY username
            """
        ) { row in
            try LookedAt(row.person(), isListed: row.next(), isLast: row.next())
        }
        return ListPart(looked)
    }

    /// Returns pages of active friends, ordered by name. An empty page has no entry.
    func friends(_ pages: [FriendsPage]) async throws -> [FriendsPage: [NamedPerson]] {
        try await lists(
            for: pages,
            """
            SELECT page.number, \(Person.friendColumns), friend.full_name_folded
            FROM unnest(\(pages.map(\.user)), \(pages.map(\.name)), \(pages.map(\.username)),
                    \(pages.map(\.limit)))
                WITH ORDINALITY AS page(person, name, username, size, number)
            CROSS JOIN LATERAL (
                SELECT accounts.* FROM (
                    SELECT other AS id FROM (VALUES (true)) AS every
                    JOIN relations ON one = page.person WHERE relation = 'friends'
                    UNION ALL
                    SELECT one FROM (VALUES (true)) AS every
                    JOIN relations ON other = page.person WHERE relation = 'friends'
                ) AS other CROSS JOIN LATERAL (
                    -- Each friend is looked up, whatever the server expects of the tables: OFFSET 0
                    -- keeps it from reading everybody else, or the friends once for each person.
                    SELECT * FROM accounts WHERE accounts.id = other.id OFFSET 0
                ) AS accounts
                WHERE accounts.standing = 'active'
                    AND (accounts.full_name_folded, accounts.username)
                        > (page.name, page.username)
                ORDER BY accounts.full_name_folded, accounts.username LIMIT page.size
            ) AS friend
            ORDER BY page.number, friend.full_name_folded, friend.username
            """
        ) { row in
            try NamedPerson(person: row.person(), fullNameFolded: row.next())
        }
    }
}

/// The forms in which names are searched and ordered.
private struct FoldedNames {
    let full: String
    let last: String

    init(_ first: PersonName, _ last: PersonName) {
        self.last = last.folded
        full = last.text.isEmpty ? first.folded : "\(first.folded) \(last.folded)"
    }
}

extension Account {
    /// What `Row.account` reads.
    fileprivate static let columns: Columns = [
        "id", "username", "first_name", "last_name", "email", "avatar", "time_zone", "created_at",
        "coalesce(updated_at, created_at)",
    ]
}

extension AccountSettings {
    /// What `Row.settings` reads.
    fileprivate static let columns: Columns = [
        "zone_names", "zones_since", "time_zone", "created_at", "zone_changed_at", "locale",
        "accepts_challenges", "is_listed", "version",
    ]
}

extension PersonCard {
    /// What `Row.card` reads.
    fileprivate static let columns: Columns = [
        "id", "username", "first_name", "last_name", "avatar", "version", "zone_names",
        "zones_since", "time_zone", "created_at", "zone_changed_at", "locale", "is_listed",
        "standing",
    ]
}

extension Person {
    /// What `Row.person` reads.
    static let columns: Columns = [
        "id", "username", "first_name", "last_name", "avatar",
    ]
    /// The same in the list of a page of friends.
    fileprivate static let friendColumns = columns.of("friend")
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

    fileprivate mutating func card() throws -> PersonCard {
        try PersonCard(
            person: person(),
            version: next(),
            zones: zones().changes,
            locale: next(),
            isListed: next(),
            standing: AccountStanding(rawValue: next()) ?? .unknown
        )
    }

    fileprivate mutating func zones() throws -> ZoneHistory {
        let (names, moments): ([String], [Instant]) = try read()
        let (name, since): (String, Instant) = try read()
        return try ZoneHistory(
            zip(moments, names).map { ZoneChange(since: $0, name: $1) },
            orOnly: ZoneChange(since: since, name: name),
            changedAt: next()
        )
    }

    fileprivate mutating func settings() throws -> AccountSettings {
        try AccountSettings(
            zones: zones(),
            locale: next(),
            acceptsChallenges: next(),
            isListed: next(),
            version: next()
        )
    }

    fileprivate mutating func account() throws -> Account {
        try Account(
            id: next(),
            username: next(),
            firstName: next(),
            lastName: next(),
            email: next(),
            avatarURL: next(MediaID?.self).map { MediaReference($0) },
            timeZone: next(),
            createdAt: next(),
            updatedAt: next()
        )
    }

    fileprivate mutating func credentials() throws -> Credentials {
        try Credentials(account: account(), passwordHash: next(), isModerator: next())
    }
}

extension SQL.StringInterpolation {
    /// The condition under which the text in a column begins with one that is searched.
    fileprivate mutating func appendInterpolation(_ prefix: SearchPrefix, in column: Clauses) {
        appendInterpolation(column)
        appendLiteral(" >= ")
        appendInterpolation(prefix.lower)
        appendLiteral(" AND ")
        appendInterpolation(column)
        appendLiteral(" < ")
        appendInterpolation(prefix.upper)
    }

    /// The accounts whose text in a column begins with the one that is searched, in the order of that
    /// column: at most one more than are sorted.
    fileprivate mutating func appendInterpolation(
        matching prefix: SearchPrefix,
        in column: Clauses
    ) {
        appendLiteral("SELECT * FROM accounts WHERE ")
        appendInterpolation(prefix, in: column)
        appendLiteral(" ORDER BY ")
        appendInterpolation(column)
        appendLiteral(" LIMIT ")
        appendInterpolation(Looks.max + 1)
    }

    /// The condition under which somebody is found by a person.
    fileprivate mutating func appendInterpolation(foundBy asker: UserID) {
        appendLiteral("id <> ")
        appendInterpolation(asker)
        appendLiteral(" AND standing = 'active'")
    }
}
