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
    /// Returns the users who are suggested to a user, after one of them, ordered by id. Leaves out
    /// dismissed suggestions, inactive accounts, friends, blocked pairs, and users to whom the user
    /// has sent a request that looks open.
    func suggestions(
        to user: UserID,
        after last: UserID?,
        declinedAfter declined: Instant,
        limit: Int
    ) async throws -> [Suggestion] {
        try await all(
            """
            SELECT \(Person.columns.of("accounts")), suggestions.source
            FROM suggestions JOIN accounts ON accounts.id = suggestions.other
            WHERE suggestions.user_id = \(user) \(after: last, in: "suggestions.other")
                AND suggestions.dismissed_at IS NULL AND accounts.standing = 'active'
                AND (\(isRelated: "suggestions.other", to: user)) IS NOT TRUE
                AND NOT EXISTS (
                    \(openTo: "suggestions.other", from: user, declinedAfter: declined))
            ORDER BY suggestions.other LIMIT \(limit)
            """
        ) { row in
            try Suggestion(
                user: row.person(),
                source: Suggestion.Source(rawValue: row.next()) ?? .unknown
            )
        }
    }
}
