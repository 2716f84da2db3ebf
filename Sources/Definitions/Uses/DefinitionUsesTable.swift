package import ChallengesCore
package import FoundationEssentials
package import Identifiers
import Postgres
package import Values

// The `definition_uses` table. No other file writes to it. A trigger of `participants` adds those
// who join or complete a contest that was made from a definition, whichever release stores that.
extension Transaction {
    /// Records that a user took on a challenge made from a definition; only the first one counts.
    /// Sent with the next statement.
    package func use(_ definition: DefinitionID, by user: UserID, at now: Instant) throws {
        try enqueue(
            """
            INSERT INTO definition_uses (definition, user_id, first_at)
            VALUES (\(definition), \(user), \(now))
            ON CONFLICT ON CONSTRAINT definition_uses_pkey DO NOTHING
            """
        )
    }

    /// Records that a user completed a challenge made from a definition; only the first one counts.
    /// Sent with the next statement.
    package func complete(_ definition: DefinitionID, by user: UserID, at now: Instant) throws {
        try enqueue(
            """
            INSERT INTO definition_uses (definition, user_id, first_at, completed_at)
            VALUES (\(definition), \(user), \(now), \(now))
            ON CONFLICT ON CONSTRAINT definition_uses_pkey
            DO UPDATE SET completed_at = excluded.completed_at
            WHERE definition_uses.completed_at IS NULL
            """
        )
    }

    /// Records that a user's completion of a challenge made from a definition was voided. Without
    /// another completion, the user has not completed the definition. Sent with the next statement.
    ///
    /// The row is locked before the other completions are read, so that those made or voided at the
    /// same time are stored by then.
    package func takeBackCompletion(of definition: DefinitionID, by user: UserID) throws {
        try lockCounts(of: definition)
        try enqueue(
            """
            SELECT FROM definition_uses
            WHERE definition = \(definition) AND user_id = \(user) FOR UPDATE
            """
        )
        try enqueue(
            """
            UPDATE definition_uses SET completed_at = NULL
            WHERE definition = \(definition) AND user_id = \(user) AND NOT EXISTS (
                SELECT FROM definition_uses AS same
                JOIN challenges ON challenges.definition = same.definition
                JOIN assignments ON assignments.challenge = challenges.id
                    AND assignments.recipient = same.user_id
                WHERE same.definition = definition_uses.definition
                    AND same.user_id = definition_uses.user_id
                    AND assignments.state IN ('done', 'completed'))
                AND NOT EXISTS (
                SELECT FROM definition_uses AS same
                JOIN participants ON participants.user_id = same.user_id
                JOIN challenges ON challenges.id = participants.challenge
                    AND challenges.definition = same.definition
                WHERE same.definition = definition_uses.definition
                    AND same.user_id = definition_uses.user_id
                    AND participants.completed_at IS NOT NULL)
            """
        )
    }

    /// Records uses and completions from contests that were joined or completed before these
    /// counted, in the order of the definitions. Sent with the next statement.
    package func use(_ people: [ActedRow]) throws {
        guard !people.isEmpty else { return }
        try enqueue(
            """
            INSERT INTO definition_uses (definition, user_id, first_at, completed_at)
            SELECT definitions.id, participants.user_id,
                min(coalesce(participants.joined_at, participants.completed_at)),
                min(participants.completed_at)
            FROM unnest(\(people.map(\.target)), \(people.map(\.user)))
                AS asked(challenge, user_id)
            JOIN challenges ON challenges.id = asked.challenge
            JOIN definitions ON definitions.id = challenges.definition
            JOIN participants ON participants.challenge = asked.challenge
                AND participants.user_id = asked.user_id
            WHERE participants.joined_at IS NOT NULL OR participants.completed_at IS NOT NULL
            GROUP BY definitions.id, participants.user_id
            ORDER BY definitions.id, participants.user_id
            ON CONFLICT ON CONSTRAINT definition_uses_pkey
            DO UPDATE SET completed_at = excluded.completed_at
            WHERE definition_uses.completed_at IS NULL AND excluded.completed_at IS NOT NULL
            """
        )
    }
}

extension Reader {
    /// The rows after a definition and a user, ordered by both.
    package func uses(
        after last: (target: UUID, user: UserID),
        limit: Int
    ) async throws -> [ActedRow] {
        try await all(
            """
            SELECT definition, user_id, first_at, completed_at FROM definition_uses
            WHERE (definition, user_id) > (\(last.target), \(last.user))
            ORDER BY definition, user_id LIMIT \(limit)
            """
        ) { row in
            let (definition, user): (UUID, UserID) = try (row.next(), row.next())
            let (firstAt, completedAt): (Instant, Instant?) = try (row.next(), row.next())
            return ActedRow(
                definition,
                of: .definition,
                by: user,
                [.join: firstAt, .completion: completedAt]
            )
        }
    }

    /// Whether a user has a completion, not voided, of a challenge made from a definition.
    /// Completions of competitions have no rows (K-12), so they are looked up among the contests
    /// that the user was in.
    package func hasCompleted(_ definition: DefinitionID, _ user: UserID) async throws -> Bool {
        try await one(
            """
            SELECT EXISTS (
                SELECT FROM definition_uses
                WHERE definition = \(definition) AND user_id = \(user)
                    AND completed_at IS NOT NULL
            ) OR EXISTS (
                SELECT FROM unnest(\([user])) AS asked(user_id)
                JOIN participants ON participants.user_id = asked.user_id
                    AND participants.state IN ('joined', 'left')
                JOIN contests ON contests.challenge = participants.challenge
                JOIN challenges ON challenges.id = participants.challenge
                WHERE challenges.definition = \(definition)
                    AND \(Clauses.completedCompetition))
            """,
            .point
        ) { row in
            try row.next()
        }
    }
}
