import ChallengesAPI
import ChallengesCore
import Identifiers
import Postgres
import Values

/// A stored entry of a goal.
struct GoalEntryRecord: Hashable, Sendable {
    let id: EntryID
    let goal: ChallengeID
    var amount: Amount
    let occurredAt: Instant
    /// The owner's local day of the entry, fixed when it was logged (2.9-local-day).
    let localDay: CivilDate
    let source: GoalEntry.Source
    var note: String
    let createdAt: Instant
    var editedAt: Instant?
    var version: Int64 = 1
}

// The `goal_entries` table. No other file names it.
extension Transaction {
    /// Inserts an entry; returns `false` if the id is taken.
    func insert(_ entry: GoalEntryRecord) async throws -> Bool {
        try await run(
            """
            INSERT INTO goal_entries (\(GoalEntryRecord.columns))
            VALUES (\(entry.id), \(entry.goal), \(entry.amount), \(entry.occurredAt),
                \(entry.localDay), \(entry.source.rawValue), \(entry.note), \(entry.createdAt),
                \(entry.editedAt), \(entry.version))
            ON CONFLICT ON CONSTRAINT goal_entries_pkey DO NOTHING
            """
        ) == 1
    }

    /// Stores the change of an entry of a locked goal. Sent with the next statement.
    func save(_ entry: GoalEntryRecord) throws {
        try enqueue(
            """
            UPDATE goal_entries SET amount = \(entry.amount), note = \(entry.note),
                edited_at = \(entry.editedAt), version = \(entry.version)
            WHERE id = \(entry.id)
            """
        )
    }

    /// The sums of the entries of goals per day, as `loggedAmounts` reads them for one goal. Sent
    /// with the next statement, after the locks of the goals.
    ///
    /// - Parameters:
    ///   - goals: The goals; each only once.
    ///   - days: The days of each goal.
    /// - Returns: The sums; goals and days without an entry are left out.
    /// - Throws: `PostgresError`.
    func readLoggedAmounts(
        of goals: [ChallengeID],
        in days: [ClosedRange<CivilDate>]
    ) throws -> Deferred<[ChallengeID: [CivilDate: Amount]]> {
        try deferred(
            """
            SELECT logged.challenge, logged.local_day,
                least(sum(logged.amount), \(Amount.positive.upperBound))
            FROM unnest(\(goals), \(days.map(\.lowerBound)), \(days.map(\.upperBound)))
                AS asked(challenge, first, last)
            JOIN goal_entries AS logged ON logged.challenge = asked.challenge
                AND logged.local_day BETWEEN asked.first AND asked.last
            GROUP BY logged.challenge, logged.local_day
            """
        ) { row in
            let goal: ChallengeID = try row.next()
            return (goal: goal, day: try row.next(CivilDate.self), sum: try row.next(Amount.self))
        }.map { rows in
            Dictionary(grouping: rows, by: \.goal).mapValues { rows in
                Dictionary(uniqueKeysWithValues: rows.map { ($0.day, $0.sum) })
            }
        }
    }

    /// Deletes an entry of a locked goal. Sent with the next statement.
    func deleteGoalEntry(_ id: EntryID) throws {
        try enqueue("DELETE FROM goal_entries WHERE id = \(id)")
    }

    /// Deletes all entries of a locked goal.
    ///
    /// - Returns: Their ids.
    func deleteEntries(of goal: ChallengeID) async throws -> [EntryID] {
        try await all("DELETE FROM goal_entries WHERE challenge = \(goal) RETURNING id") { row in
            try row.next()
        }
    }
}

extension Reader {
    /// An entry of a goal; `nil` if it does not exist.
    func goalEntry(_ id: EntryID) async throws -> GoalEntryRecord? {
        try await first(
            "SELECT \(GoalEntryRecord.columns) FROM goal_entries WHERE id = \(id)",
            .point
        ) { row in
            try GoalEntryRecord(reading: &row)
        }
    }

    /// A page of a goal's entries, newest first by the time when they were logged.
    func goalEntries(
        of goal: ChallengeID,
        after place: (Instant, EntryID)?,
        limit: Int
    ) async throws -> [GoalEntryRecord] {
        try await all(
            """
            SELECT \(GoalEntryRecord.columns) FROM goal_entries
            WHERE challenge = \(goal) \(before: place, in: "(created_at, id)")
            ORDER BY created_at DESC, id DESC LIMIT \(limit)
            """
        ) { row in
            try GoalEntryRecord(reading: &row)
        }
    }

    /// The sums of a goal's entries per day; days without an entry are left out.
    func loggedAmounts(
        of goal: ChallengeID,
        in days: ClosedRange<CivilDate>
    ) async throws -> [CivilDate: Amount] {
        let rows = try await all(
            """
            SELECT local_day, least(sum(amount), \(Amount.positive.upperBound)) FROM goal_entries
            WHERE challenge = \(goal)
                AND local_day BETWEEN \(days.lowerBound) AND \(days.upperBound)
            GROUP BY local_day
            """
        ) { row in
            (day: try row.next(CivilDate.self), sum: try row.next(Amount.self))
        }
        return Dictionary(uniqueKeysWithValues: rows.map { ($0.day, $0.sum) })
    }

    /// The number of a goal's entries, in total and on a day.
    func goalEntryCounts(
        of goal: ChallengeID,
        on day: CivilDate
    ) async throws -> (all: Int, day: Int) {
        try await one(
            """
            SELECT count(*), count(*) FILTER (WHERE local_day = \(day)) FROM goal_entries
            WHERE challenge = \(goal)
            """
        ) { row in
            (try row.next(), try row.next())
        }
    }
}

extension GoalEntryRecord {
    fileprivate static let columns: Columns = [
        "id", "challenge", "amount", "occurred_at", "local_day", "source", "note", "created_at",
        "edited_at", "version",
    ]

    /// Reads `columns`.
    fileprivate init(reading row: inout Row) throws {
        try self.init(
            id: row.next(),
            goal: row.next(),
            amount: row.next(),
            occurredAt: row.next(),
            localDay: row.next(),
            source: GoalEntry.Source(rawValue: row.next()) ?? .unknown,
            note: row.next(),
            createdAt: row.next(),
            editedAt: row.next(),
            version: row.next()
        )
    }
}
