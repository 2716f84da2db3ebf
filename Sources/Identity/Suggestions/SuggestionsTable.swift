import Identifiers
import IdentityAPI
import Postgres
import Providers
import Values
import Wire

// The `suggestions` table. No other file names it.

extension Transaction {
    /// Suggests a user, and those who have logins with these subjects at a provider, to each other.
    /// Leaves suggestions as they are, also dismissed ones.
    func suggest(_ user: UserID, and friends: [String], at provider: Provider) async throws {
        // In one order, so that two friends who sign in at once do not deadlock.
        try await run(
            """
            INSERT INTO suggestions (user_id, other, source)
            SELECT DISTINCT pair.user_id, pair.other, \(Suggestion.Source.facebook.rawValue)
            FROM unnest(\(friends)) AS friend(subject)
            JOIN logins ON logins.provider = \(provider.rawValue)
                AND logins.subject = friend.subject AND logins.account <> \(user)
            CROSS JOIN LATERAL (VALUES (\(user), logins.account), (logins.account, \(user)))
                AS pair(user_id, other)
            ORDER BY pair.user_id, pair.other
            ON CONFLICT DO NOTHING
            """
        )
    }

    /// Suggests the users of a pair to each other. Leaves suggestions as they are, also dismissed
    /// ones. Sent with the next statement.
    func suggest(_ pair: Pair, because source: Suggestion.Source) throws {
        try enqueue(
            """
            INSERT INTO suggestions (user_id, other, source)
            VALUES (\(pair.one), \(pair.other), \(source.rawValue)),
                (\(pair.other), \(pair.one), \(source.rawValue))
            ON CONFLICT DO NOTHING
            """
        )
    }

    /// Dismisses a suggestion.
    ///
    /// - Returns: Whether there is one, dismissed or not.
    func dismissSuggestion(of other: UserID, to user: UserID, at now: Instant) async throws -> Bool
    {
        try await run(
            """
            UPDATE suggestions SET dismissed_at = coalesce(dismissed_at, \(now))
            WHERE user_id = \(user) AND other = \(other)
            """
        ) == 1
    }
}

extension Reader {
    /// Returns the users who are suggested to a user, before one of them, the newest accounts
    /// first. Leaves out dismissed suggestions, inactive accounts, friends, blocked pairs, and
    /// users to whom the user has sent a request that looks open. Examines at most `Looks.max`
    /// suggestions.
    func suggestions(
        to user: UserID,
        before last: UserID?,
        declinedAfter declined: Instant,
        limit: Int
    ) async throws -> ListPart<Suggestion> {
        // OFFSET 0 and the subqueries make the server look each user up by itself.
        let looked = try await all(
            """
            SELECT \(Person.columns.of("person")), listed.source, listed.is_listed, listed.is_last
            FROM (
                SELECT looked.other, looked.source, looked.is_last, checked.is_listed
                FROM (
                    SELECT newest.*, row_number() OVER (ORDER BY newest.other DESC)
                        = \(Looks.max) AS is_last
                    FROM (
                        SELECT other, source, dismissed_at FROM suggestions
                        WHERE user_id = \(user) \(before: last, in: "other")
                        ORDER BY other DESC LIMIT \(Looks.max)
                    ) AS newest
                ) AS looked
                CROSS JOIN LATERAL (
                    SELECT looked.dismissed_at IS NULL
                        AND (\(isActive: "looked.other")) IS TRUE
                        AND (\(isRelated: "looked.other", to: user)) IS NOT TRUE
                        AND (\(openTo: "looked.other", from: user, declinedAfter: declined))
                            IS NOT TRUE AS is_listed
                    OFFSET 0
                ) AS checked
                WHERE checked.is_listed OR looked.is_last
                ORDER BY looked.other DESC LIMIT \(limit)
            ) AS listed
            CROSS JOIN LATERAL (
                SELECT \(Person.columns) FROM (VALUES (true)) AS every
                JOIN accounts ON accounts.id = listed.other OFFSET 0
            ) AS person
            ORDER BY listed.other DESC
            """
        ) { row in
            let suggestion = try Suggestion(
                user: row.person(),
                source: Suggestion.Source(rawValue: row.next()) ?? .unknown
            )
            return try LookedAt(suggestion, isListed: row.next(), isLast: row.next())
        }
        return ListPart(looked)
    }
}
