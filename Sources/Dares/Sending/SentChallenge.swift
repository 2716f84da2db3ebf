import ChallengesAPI
import ChallengesCore
package import Identifiers
package import Postgres
package import ScoringAPI
import Values

extension Reader {
    /// The events to scoring of the next challenges that were sent, by their ids.
    package func sentChallenges(
        after last: ChallengeID,
        limit: Int
    ) async throws -> [ChallengeSent] {
        try await all(
            """
            SELECT challenges.id, challenges.author, count(*), challenges.created_at
            FROM challenges JOIN assignments ON assignments.challenge = challenges.id
            WHERE challenges.id > \(last) AND assignments.challenge > \(last)
            GROUP BY challenges.id ORDER BY challenges.id LIMIT \(limit)
            """
        ) { row in
            try ChallengeSent(
                challenge: row.next(),
                sender: row.next(),
                recipients: row.next(),
                at: row.next()
            )
        }
    }

    /// The challenge that a user created under an id; `nil` if another user created it, or if its
    /// kind has no assignments.
    func challenge(_ id: ChallengeID, by author: UserID) async throws -> ChallengeRecord? {
        try await first(
            """
            SELECT \(ChallengeRecord.columns) FROM challenges
            WHERE id = \(id) AND author = \(author)
                AND kind = ANY(\(AssignmentLife.Kind.allCases))
            """,
            .point
        ) { row in
            try ChallengeRecord(reading: &row)
        }
    }
}
