import FoundationEssentials
import Identifiers
import Postgres
import ScoringAPI

// The `counters` table: what milestones count. Triggers of `ledger` and `sends` write it. No other
// file changes it.
extension Transaction {
    /// Locks the next counters that passed a milestone, and returns them. Skips those that another
    /// replica has locked.
    func dueCounters(limit: Int) async throws -> [UserCounter] {
        try await all(
            """
            SELECT user_id, counter, count FROM counters WHERE is_due
            ORDER BY user_id, counter LIMIT \(limit) FOR NO KEY UPDATE SKIP LOCKED
            """
        ) { row in try UserCounter(user: row.next(), counter: row.next(), count: row.next()) }
    }

    /// Marks locked counters as looked at for medals. Sent with the next statement.
    func markAwarded(_ counters: [UserCounter]) throws {
        try enqueue(
            """
            UPDATE counters SET is_due = false
            FROM unnest(\(counters.map(\.user)), \(counters.map(\.counter)))
                AS done(user_id, counter)
            WHERE counters.user_id = done.user_id AND counters.counter = done.counter
            """
        )
    }
}

extension Transaction {
    /// Sets the counters of the next users to what their lines of the ledger add up to.
    ///
    /// The counters are locked first: a line that is not in the sum is added to it afterwards.
    ///
    /// - Parameters:
    ///   - last: The last user whose counters were set.
    ///   - limit: The maximum number of users.
    /// - Returns: The last one of these users; `nil` if they were the last ones. Lines of users who
    ///   come meanwhile are counted as they are written.
    /// - Throws: `PostgresError`.
    func setCounters(after last: UserID, limit: Int) async throws -> UUID? {
        let users = try await usersWithLine(after: last, limit: limit)
        guard let next = users.last else { return nil }
        try enqueue(
            """
            INSERT INTO counters (user_id, counter, count, is_due)
            SELECT user_id, name, 0, false
            FROM unnest(\(users)) AS asked(user_id),
                (VALUES ('completed'), ('doneByOthers')) AS names(name)
            ORDER BY user_id, name
            ON CONFLICT ON CONSTRAINT counters_pkey DO UPDATE SET count = counters.count
            """
        )
        try await run(
            """
            UPDATE counters SET count = summed.count,
                is_due = is_due OR passes_milestone(counter, counters.count, summed.count)
            FROM (
                SELECT line.user_id, CASE WHEN line.rule IN ('complete', 'complete_reversed')
                        THEN 'completed' ELSE 'doneByOthers' END AS name,
                    sum(CASE WHEN line.rule IN ('complete', 'sent') THEN 1 ELSE -1 END) AS count
                FROM unnest(\(users)) AS asked(person)
                JOIN ledger AS line ON line.user_id = asked.person
                GROUP BY 1, 2
            ) AS summed
            WHERE counters.user_id = summed.user_id AND counters.counter = summed.name
                AND counters.count <> summed.count
            """
        )
        return users.count < limit ? nil : next.uuid
    }
}

extension Reader {
    /// A user's counters; a missing one is 0.
    func counts(of user: UserID) async throws -> [Counter: Int] {
        let counts = try await all(
            "SELECT counter, count FROM counters WHERE user_id = \(user)",
            .point
        ) { row in
            (try row.next(Counter.self), max(0, try row.next(Int.self)))
        }
        return Dictionary(uniqueKeysWithValues: counts)
    }
}

extension Reader {
    /// The next users with a counter, in the order of their ids.
    func usersWithCounter(after last: UserID, limit: Int) async throws -> [UserID] {
        try await all(
            """
            SELECT DISTINCT user_id FROM counters WHERE user_id > \(last)
            ORDER BY user_id LIMIT \(limit)
            """
        ) { row in try row.next() }
    }

    /// The counters of users that differ from what the ledger and the sent challenges add up to, in
    /// one snapshot; none while older lines are still being counted.
    func differingCounters(of users: [UserID]) async throws -> [ScoreDifference] {
        try await all(
            """
            SELECT user_id, counter, sum(stored)::bigint, sum(counted)::bigint FROM (
                SELECT user_id, counter, count AS stored, 0 AS counted
                FROM counters WHERE user_id = ANY(\(users))
                UNION ALL
                SELECT line.user_id, CASE WHEN line.rule IN ('complete', 'complete_reversed')
                    THEN 'completed' ELSE 'doneByOthers' END,
                    0, CASE WHEN line.rule IN ('complete', 'sent') THEN 1 ELSE -1 END
                FROM unnest(\(users)) AS asked(person)
                JOIN ledger AS line ON line.user_id = asked.person
                UNION ALL
                SELECT sends.sender, 'sent', 0, sends.recipients
                FROM unnest(\(users)) AS asked(person)
                JOIN sends ON sends.sender = asked.person
            ) AS counts
            WHERE NOT \(isUnderWay: .counters)
            GROUP BY user_id, counter HAVING sum(stored) <> sum(counted)
            ORDER BY user_id, counter
            """
        ) { row in
            try ScoreDifference(
                user: row.next(),
                score: "counter \(row.next(String.self))",
                stored: "\(row.next(Int.self))",
                recounted: "\(row.next(Int.self))"
            )
        }
    }
}

extension Counter: Bindable, Readable {}
