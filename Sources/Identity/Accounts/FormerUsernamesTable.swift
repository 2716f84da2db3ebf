import IdentityAPI
import Identifiers
import Postgres
import Values
import Wire

// The `former_usernames` table. No other file names it.

extension Transaction {
    /// Reserves a username that an account has given up. Sent with the next statement.
    func reserve(_ username: String, of user: UserID, until end: Instant) throws {
        try enqueue(
            """
            INSERT INTO former_usernames (username, account, reserved_until)
            VALUES (\(username), \(user), \(end))
            ON CONFLICT ON CONSTRAINT former_usernames_pkey DO UPDATE
            SET account = excluded.account, reserved_until = excluded.reserved_until
            """
        )
    }

    /// Refuses a username that another account has given up a short time ago.
    func refuseReserved(_ username: Username, for user: UserID, at now: Instant) async throws {
        let isReserved = try await one("SELECT \(reserves: username, from: user, at: now)") {
            try $0.next(Bool.self)
        }
        guard !isReserved else { throw Refusal(IdentityError.usernameTaken, at: "/username") }
    }

    /// Deletes usernames that are no longer reserved.
    func purgeFormerUsernames(reservedUntil now: Instant, limit: Int) async throws -> Int {
        try await run(
            """
            DELETE FROM former_usernames WHERE username IN (
                SELECT username FROM former_usernames WHERE reserved_until <= \(now)
                LIMIT \(limit))
            """
        )
    }
}

extension SQL.StringInterpolation {
    /// Writes the condition that the username in a column is reserved for another account.
    mutating func appendInterpolation(
        reserves username: StaticString,
        from user: UserID,
        at now: Instant
    ) {
        appendLiteral("EXISTS (SELECT FROM former_usernames WHERE former_usernames.username = ")
        appendLiteral(username)
        appendLiteral(" AND account <> ")
        appendInterpolation(user)
        appendLiteral(" AND reserved_until > ")
        appendInterpolation(now)
        appendLiteral(")")
    }

    /// Writes the condition that a username is reserved for another account.
    mutating func appendInterpolation(
        reserves username: Username,
        from user: UserID,
        at now: Instant
    ) {
        appendLiteral("EXISTS (SELECT FROM former_usernames WHERE username = ")
        appendInterpolation(username.text)
        appendLiteral(" AND account <> ")
        appendInterpolation(user)
        appendLiteral(" AND reserved_until > ")
        appendInterpolation(now)
        appendLiteral(")")
    }
}
