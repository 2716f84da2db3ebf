import IdentityAPI
import Identifiers
import Postgres
import Values
import Wire

// The `accounts` table. Settings are in `AccountSettingsTable`, profiles in `ProfilesTable`; the
// lists of people are in `PeopleSearch` and `FriendPages`.

/// An account to insert; all fields are checked.
struct NewAccount {
    let id: UserID
    let username: Username
    let firstName: PersonName
    let lastName: PersonName
    let email: EmailAddress?
    let timeZone: TimeZoneName
    let termsVersion: TermsVersion?
    /// The hash; `NewAccount.noPassword` without a password.
    let passwordHash: String
    let createdAt: Instant
    /// When the address was proved; `nil` if it was not.
    var emailVerifiedAt: Instant?

    /// Stored as the hash of an account without a password. No password matches it.
    static let noPassword = ""
}

/// The parts of an account that sign-in needs.
struct Credentials {
    let account: Account
    let passwordHash: String
    let isModerator: Bool

    /// Whether the account has a password.
    var hasPassword: Bool { passwordHash != NewAccount.noPassword }
}

extension Transaction {
    /// Inserts an account. Refuses a username, an e-mail address or an id that is in use, and a
    /// username that is reserved.
    func insert(_ new: NewAccount) async throws {
        let names = FoldedNames(new.firstName, new.lastName)
        let searched = SearchedNames(new.firstName, new.lastName)
        do {
            try await run(
                """
                INSERT INTO accounts (id, username, first_name, last_name, full_name_folded,
                    last_name_folded, email, email_folded, password_hash, time_zone, zone_names,
                    zones_since, terms_version, created_at, email_verified_at,
                    full_name_search, last_name_search, name_pairs)
                VALUES (\(new.id), \(new.username.text), \(new.firstName.text),
                    \(new.lastName.text), \(names.full), \(names.last), \(new.email?.text),
                    \(new.email?.folded), \(new.passwordHash), \(new.timeZone.text),
                    \([new.timeZone.text]), \([new.createdAt]), \(new.termsVersion?.text),
                    \(new.createdAt), \(new.emailVerifiedAt), \(searched.full),
                    \(searched.last), \(pairsOf: searched))
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
        // After the insertion, which has waited for a user who gives the username up.
        try await refuseReserved(new.username, for: new.id, at: new.createdAt)
    }

    /// Inserts accounts without an e-mail address, all with the same hash. Skips those whose id or
    /// username is in use.
    ///
    /// - Returns: The inserted accounts.
    func insert(_ new: [NewAccount]) async throws -> [NewAccount] {
        guard let first = new.first else { return [] }
        let names = new.map { FoldedNames($0.firstName, $0.lastName) }
        let searched = new.map { SearchedNames($0.firstName, $0.lastName) }
        let made = Set(
            try await all(
                """
                INSERT INTO accounts (id, username, first_name, last_name, full_name_folded,
                    last_name_folded, full_name_search, last_name_search, name_pairs,
                    password_hash, time_zone, zone_names, zones_since, created_at)
                SELECT id, username, first_name, last_name, full_name_folded, last_name_folded,
                    full_name_search, last_name_search,
                    array_to_tsvector(string_to_array(pairs, ' ')),
                    \(first.passwordHash), \(first.timeZone.text), \([first.timeZone.text]),
                    \([first.createdAt]), \(first.createdAt)
                FROM unnest(\(new.map(\.id)), \(new.map(\.username.text)),
                    \(new.map(\.firstName.text)), \(new.map(\.lastName.text)),
                    \(names.map(\.full)), \(names.map(\.last)), \(searched.map(\.full)),
                    \(searched.map(\.last)), \(searched.map(\.pairs)))
                    AS new(id, username, first_name, last_name, full_name_folded, last_name_folded,
                        full_name_search, last_name_search, pairs)
                ON CONFLICT DO NOTHING RETURNING id
                """
            ) { try $0.next(UserID.self) }
        )
        return new.filter { made.contains($0.id) }
    }

    /// Stores the searched names of accounts that have none (2.8-search). Skips accounts that
    /// others change at the moment.
    ///
    /// - Returns: The number of accounts.
    func foldNames(limit: Int) async throws -> Int {
        let accounts = try await all(
            """
            SELECT id, first_name, last_name FROM accounts WHERE full_name_search IS NULL
            LIMIT \(limit) FOR NO KEY UPDATE SKIP LOCKED
            """
        ) { row in
            let (id, first, last): (UserID, String, String) = try row.read()
            return (id: id, names: SearchedNames(first: first, last: last))
        }
        guard !accounts.isEmpty else { return 0 }
        let names = accounts.map(\.names)
        try await run(
            """
            UPDATE accounts SET full_name_search = names.full_name,
                last_name_search = names.last_name,
                name_pairs = array_to_tsvector(string_to_array(names.pairs, ' '))
            FROM unnest(\(accounts.map(\.id)), \(names.map(\.full)), \(names.map(\.last)),
                \(names.map(\.pairs))) AS names(id, full_name, last_name, pairs)
            WHERE accounts.id = names.id
            """
        )
        return accounts.count
    }

    /// Replaces the hash with one of the same password at another cost, unless the password has
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

    /// Replaces the password's hash. Sent with the next statement.
    func setPasswordHash(of user: UserID, to hash: String, at now: Instant) throws {
        try enqueue(
            """
            UPDATE accounts SET password_hash = \(hash), updated_at = \(now) WHERE id = \(user)
            """
        )
    }

    /// Returns the hash of an account's password; `nil` without an account. Sent with the next
    /// statement.
    func passwordHash(of user: UserID) throws -> Deferred<String?> {
        try deferred("SELECT password_hash FROM accounts WHERE id = \(user)") { row in
            try row.next(String.self)
        }.map(\.first)
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
    /// Returns the accounts of up to 200 users; users that do not exist are missing.
    func accounts(_ users: [UserID]) async throws -> [UserID: Account] {
        let accounts = try await all(
            """
            SELECT \(Account.columns) FROM accounts WHERE id = ANY(\(users))
            """,
            .point
        ) { try $0.account() }
        return Dictionary(uniqueKeysWithValues: accounts.map { ($0.id, $0) })
    }

    /// Returns the credentials of a login.
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

    /// Returns the credentials of a user.
    func credentials(_ user: UserID) async throws -> Credentials? {
        try await first(
            """
            SELECT \(Account.columns), password_hash, is_moderator
            FROM accounts WHERE id = \(user)
            """,
            .point
        ) { try $0.credentials() }
    }

    /// Returns which of an id, a username and an e-mail address are in use; a reserved username is.
    func taken(
        _ user: UserID,
        _ username: Username,
        _ email: EmailAddress?,
        at now: Instant
    ) async throws -> (id: Bool, username: Bool, email: Bool) {
        try await one(
            """
            SELECT EXISTS (SELECT FROM accounts WHERE id = \(user)),
                EXISTS (SELECT FROM accounts WHERE username = \(username.text))
                    OR \(reserves: username, from: user, at: now),
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

    /// Returns the first of some usernames that no account has and that is not reserved for another
    /// account; `nil` if there is no such one.
    func firstFree(
        of usernames: [Username],
        for user: UserID,
        at now: Instant
    ) async throws -> Username? {
        // A subquery for each candidate makes the planner use the index of usernames.
        let number = try await first(
            """
            SELECT candidate.number FROM unnest(\(usernames.map(\.text)))
                WITH ORDINALITY AS candidate(username, number)
            WHERE (\(holderOf: "candidate.username")) IS NULL
                AND NOT \(reserves: "candidate.username", from: user, at: now)
            ORDER BY candidate.number LIMIT 1
            """
        ) { try $0.next(Int.self) }
        return number.map { usernames[$0 - 1] }
    }

    /// Returns the cards of up to 200 users, ordered by id; users that do not exist are missing.
    func cards(_ users: [UserID]) async throws -> [PersonCard] {
        try await all(
            """
            SELECT \(PersonCard.columns) FROM accounts
            WHERE id = ANY(\(users)) ORDER BY id
            """,
            .point
        ) { try $0.card() }
    }

    /// Returns up to 200 users by their ids; users that do not exist are missing.
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

    /// Returns the accounts whose id is the nil or the max UUID; an earlier release accepted these
    /// ids.
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
}

/// The forms in which names are ordered.
struct FoldedNames {
    let full: String
    let last: String

    init(_ first: PersonName, _ last: PersonName) {
        self.last = last.folded
        full = last.text.isEmpty ? first.folded : "\(first.folded) \(last.folded)"
    }
}

extension SQL.StringInterpolation {
    /// Writes the pairs of an account's names as they are stored.
    mutating func appendInterpolation(pairsOf names: SearchedNames) {
        appendLiteral("array_to_tsvector(string_to_array(")
        appendInterpolation(names.pairs)
        appendLiteral("::text, ' '))")
    }

    /// Writes a query of whether the person in a column has an account; no row if not.
    mutating func appendInterpolation(hasAccount person: StaticString) {
        appendLiteral("SELECT true FROM accounts WHERE accounts.id = ")
        appendLiteral(person)
    }

    /// Writes a query of the account that has the username in a column; no row without one.
    mutating func appendInterpolation(holderOf username: StaticString) {
        appendLiteral("SELECT accounts.id FROM accounts WHERE accounts.username = ")
        appendLiteral(username)
    }

    /// Writes a query of whether the person in a column is active; no row without an account.
    mutating func appendInterpolation(isActive person: StaticString) {
        appendLiteral("SELECT accounts.standing = 'active' FROM accounts WHERE accounts.id = ")
        appendLiteral(person)
    }
    /// Writes a query of whether a user has an account; no row if not.
    mutating func appendInterpolation(hasAccount user: UserID) {
        appendLiteral("SELECT true FROM accounts WHERE accounts.id = ")
        appendInterpolation(user)
    }
}

extension SQL {
    /// A condition: whether any account is inactive. ORDER BY makes the planner use the index of
    /// inactive accounts, the only one with this order; EXISTS would drop the order.
    static let someAreInactive: SQL = """
        (SELECT true FROM accounts WHERE standing <> 'active' ORDER BY standing LIMIT 1) IS TRUE
        """
}
