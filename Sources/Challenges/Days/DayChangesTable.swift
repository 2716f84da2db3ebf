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

extension Reader {
    /// Whether more than `count` changes wait to be counted.
    func hasDayChanges(beyond count: Int) async throws -> Bool {
        try await one(
            "SELECT EXISTS (SELECT FROM day_changes OFFSET \(count))"
        ) { row in try row.next() }
    }

    /// The next users who may have done something, by their ids.
    func activeUsers(after last: UserID, limit: Int) async throws -> [UserID] {
        try await all(
            "SELECT * FROM active_users(\(last), \(Int32(limit))) AS id ORDER BY id"
        ) { row in try row.next() }
    }

    /// All that counts on users' days, less the changes that are not counted yet, in one snapshot
    /// (`m49_count_history.sql`).
    func activities(of users: [UserID]) async throws -> [DayChange] {
        guard !users.isEmpty else { return [] }
        return try await all(
            "SELECT user_id, day, at, things, proofs FROM activities_of(\(users))"
        ) { row in
            let user: UserID = try row.next()
            let (day, moment): (CivilDate?, Instant?) = (try row.next(), try row.next())
            return try DayChange(
                user: user,
                when: day.map { .day($0) } ?? .moment(moment ?? .never),
                things: row.next(),
                proofs: row.next(),
                isVoid: false
            )
        }
    }
}
