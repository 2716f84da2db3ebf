package import ChallengesCore
package import FoundationEssentials
package import Identifiers
import Postgres
package import Values

// The `definition_uses` table. No other file writes to it; a trigger of `participants` adds those who
// join a contest that was made from a definition, and whoever completes one, whichever release
// stores that.
extension Transaction {
    /// Records that a person took on a run of a definition; the first one counts. Sent with the
    /// next statement.
    package func use(_ definition: DefinitionID, by user: UserID, at now: Instant) throws {
        try enqueue(
            """
            INSERT INTO definition_uses (definition, user_id, first_at)
            VALUES (\(definition), \(user), \(now))
            ON CONFLICT ON CONSTRAINT definition_uses_pkey DO NOTHING
            """
        )
    }

    /// Records that a person completed a run of a definition; the first one counts. Sent with the
    /// next statement.
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

    /// Records that a person's completion of a run of a definition was voided: unless they have
    /// another one, they have not completed it. Sent with the next statement.
    ///
    /// The row is locked before the other completions are read: one that is made or voided at the
    /// same moment has then been stored.
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

    /// Records the uses and the completions of those who joined contests, or completed them, before
    /// that was recorded; those of one definition after another. Sent with the next statement.
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
    /// The rows behind a definition and a person, in the order of both.
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

    /// Whether a person has completed a run of a definition that was not voided. What a competition
    /// is completed by has no row of its own (K-12): it is looked up among those that they were in.
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
