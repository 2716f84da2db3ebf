import ChallengesAPI
import ChallengesCore
import Identifiers
import Postgres
import Values

extension Reader {
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
