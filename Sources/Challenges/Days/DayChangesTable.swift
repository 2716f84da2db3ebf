import ChallengesCore
import Identifiers
import Postgres
import Values

// The `day_changes` table, which triggers write. No other file names it.
extension Transaction {
    /// Removes the next changes and returns them. Skips those that another replica has locked.
    func takeDayChanges(limit: Int) async throws -> [DayChange] {
        try await all(
            """
            DELETE FROM day_changes WHERE number = ANY(ARRAY(
                SELECT number FROM day_changes ORDER BY number LIMIT \(limit)
                FOR UPDATE SKIP LOCKED
            ))
            RETURNING user_id, day, at, things, proofs, is_void
            """
        ) { row in
            let user: UserID = try row.next()
            let (day, moment): (CivilDate?, Instant?) = (try row.next(), try row.next())
            let when = day.map { DayChange.When.day($0) } ?? .moment(moment ?? .never)
            return try DayChange(
                user: user,
                when: when,
                things: row.next(),
                proofs: row.next(),
                isVoid: row.next()
            )
        }
    }
}
