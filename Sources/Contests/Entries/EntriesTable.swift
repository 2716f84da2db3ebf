import ChallengesAPI
import ChallengesCore
package import Identifiers
import Postgres
import Values
import Wire

/// A page of the entries of a contest that a viewer may see, newest first by the time when they
/// were logged.
struct EntriesPage: Sendable {
    package let contest: ChallengeID
    package let access: EntriesAccess
    /// The entries' owner; `nil` for all.
    let user: UserID?
    /// The last entry of the previous page.
    let after: (createdAt: Instant, id: EntryID)?
    /// The maximum number of entries.
    let limit: Int
}

// The `entries` table. Other files only join it.
extension Transaction {
    /// Inserts an entry; returns `false` if the id is taken.
    package func insert(_ entry: EntryRecord) async throws -> Bool {
        try await add(entry).value
    }

    /// Inserts an entry; gives `false` if the id is taken. Sent with the next statement.
    func add(_ entry: EntryRecord) throws -> Deferred<Bool> {
        try deferred(
            "\(insertionOf: entry) ON CONFLICT ON CONSTRAINT entries_pkey DO NOTHING"
        ).map { $0 == 1 }
    }

    /// Inserts an entry under a newly generated id. Sent with the next statement.
    func addOwn(_ entry: EntryRecord) throws {
        try enqueue("\(insertionOf: entry)")
    }

    /// Reads an entry as `entry` does, with the next statement.
    func readEntry(_ id: EntryID) throws -> Deferred<EntryRecord?> {
        try deferred(.entry(id)) { row in try EntryRecord(reading: &row) }.map { $0.first }
    }

    /// Counts a user's entries as `entryCounts` does, with the next statement.
    func countEntries(_ asked: EntryCounts.Asked) throws -> Deferred<EntryCounts> {
        try deferred(asked.statement) { row in try EntryCounts(reading: &row) }.map { counts in
            counts.first ?? EntryCounts(all: 0, day: 0)
        }
    }

    /// Whether an entry that counts occurred after a new one of the same participant, whose row is
    /// locked. Sent with the next statement.
    func occursLater(than entry: EntryRecord, _ counted: EntriesCounted) throws -> Deferred<Bool> {
        try deferred(.entry(laterThan: entry, counted)).map { $0 > 0 }
    }

    /// Whether an entry that counts is on the day of a new one of the same participant, whose row
    /// is locked. Sent with the next statement.
    func counts(onDayOf entry: EntryRecord, _ counted: EntriesCounted) throws -> Deferred<Bool> {
        try deferred(.entry(onDayOf: entry, counted)).map { $0 > 0 }
    }

    /// The entries that count for a user in contests in which their rows are locked. Sent with the
    /// next statement.
    func readItems(
        of user: UserID,
        in contests: [ContestRecord]
    ) throws -> Deferred<[ChallengeID: [Tally.Item]]> {
        try deferred(
            """
            SELECT challenge, \(Tally.Item.columns) FROM entries
            WHERE challenge = ANY(\(contests.map(\.id))) AND user_id = \(user)
                AND state IN ('counted', 'queried')
            """
        ) { row in
            let contest: ChallengeID = try row.next()
            return (contest: contest, item: try Tally.Item(reading: &row))
        }.map { rows in
            let items = Dictionary(grouping: rows, by: \.contest)
            let counted = contests.map { ($0.id, $0.counted(items[$0.id]?.map(\.item) ?? [])) }
            return Dictionary(uniqueKeysWithValues: counted)
        }
    }

    /// Locks an entry until the transaction ends and reads it, whatever its state. Taken after the
    /// locks of the contest and of its owner's participant row.
    package func heldEntry(_ id: EntryID) async throws -> EntryRecord? {
        try await first(
            "SELECT \(EntryRecord.columns) FROM entries WHERE id = \(id) FOR NO KEY UPDATE"
        ) { row in
            try EntryRecord(reading: &row)
        }
    }

    /// Locks and reads the entries of a contest with an open query by a user, in the order of their
    /// ids. Taken after the locks of the contest and of the user's participant row, which prevent
    /// new queries.
    func heldEntries(
        queriedBy user: UserID,
        in contest: ChallengeID
    ) async throws -> [EntryRecord] {
        try await all(
            """
            SELECT \(EntryRecord.columns) FROM entries
            WHERE challenge = \(contest) AND queried_by = \(user) AND state = 'queried'
            ORDER BY id FOR NO KEY UPDATE
            """
        ) { row in
            try EntryRecord(reading: &row)
        }
    }

    /// Stores the change of a locked entry. `version` is the version that the change started from:
    /// if the row has another one, the statement fails, because `version` is never NULL. Sent with
    /// the next statement.
    package func save(_ entry: EntryRecord, over version: Int64) throws {
        try enqueue(
            """
            UPDATE entries SET amount = \(entry.amount), note = \(entry.note),
                audience = \(entry.audience.rawValue), state = \(entry.state.rawValue),
                queried_by = \(entry.query?.by), query_reason = \(entry.query?.reason),
                queried_at = \(entry.query?.at), judged = \(entry.judged),
                judged_by = \(entry.judgedBy), edited_at = \(entry.editedAt),
                version = CASE WHEN version = \(version) THEN \(entry.version) END
            WHERE id = \(entry.id)
            """
        )
    }
}

extension SQL.StringInterpolation {
    /// Writes the statement that inserts an entry.
    fileprivate mutating func appendInterpolation(insertionOf entry: EntryRecord) {
        let part: SQL = """
            INSERT INTO entries (\(EntryRecord.columns))
            VALUES (\(entry.id), \(entry.challenge), \(entry.user), \(entry.amount),
                \(entry.occurredAt), \(entry.localDay), \(entry.source.rawValue), \(entry.device),
                \(entry.note), \(entry.audience.rawValue), \(entry.state.rawValue),
                \(entry.query?.by), \(entry.query?.reason), \(entry.query?.at), \(entry.judged),
                \(entry.judgedBy), \(entry.createdAt), \(entry.editedAt), \(entry.version))
            """
        appendInterpolation(part)
    }
}

extension Reader {
    /// An entry, whatever its state.
    package func entry(_ id: EntryID) async throws -> EntryRecord? {
        try await first(.entry(id), .point) { row in try EntryRecord(reading: &row) }
    }

    /// The number of open queries by a user in a contest.
    func openQueries(by user: UserID, in contest: ChallengeID) async throws -> Int {
        try await one(
            """
            SELECT count(*) FROM entries
            WHERE challenge = \(contest) AND queried_by = \(user) AND state = 'queried'
            """,
            .point
        ) { row in
            try row.next()
        }
    }

    /// Whether a viewer may see an entry of the contest.
    func isSeen(_ id: EntryID, by access: EntriesAccess) async throws -> Bool {
        try await first(
            "SELECT true FROM entries WHERE id = \(id) AND \(entriesSeenBy: access)",
            .point
        ) { row in
            try row.next()
        } ?? false
    }

    /// A page of the entries of a contest that a viewer may see.
    func entries(_ page: EntriesPage) async throws -> ListPart<EntryRecord> {
        let looked = try await all(page.statement) { row in
            try LookedAt(reading: &row) { row in try EntryRecord(reading: &row) }
        }
        return ListPart(looked)
    }

    /// The entries that count for participants of a contest. Users without any are left out.
    func items(
        of users: [UserID],
        in contest: ContestRecord
    ) async throws -> [UserID: [Tally.Item]] {
        let rows = try await all(
            """
            SELECT user_id, \(Tally.Item.columns) FROM entries
            WHERE challenge = \(contest.id) AND user_id = ANY(\(users))
                AND state IN ('counted', 'queried')
            """
        ) { row in
            let user: UserID = try row.next()
            return (user: user, item: try Tally.Item(reading: &row))
        }
        return Dictionary(grouping: rows, by: \.user).mapValues { rows in
            contest.counted(rows.map(\.item))
        }
    }

    /// The owners of otherwise counted entries after a contest's end, ordered by id.
    func people(loggingWhatIs leftOut: EntriesLeftOut) async throws -> [UserID] {
        try await all(
            """
            SELECT DISTINCT user_id FROM entries
            WHERE challenge = \(leftOut.contest) AND created_at >= \(leftOut.loggedSince)
                AND state IN ('counted', 'queried')
                AND (occurred_at >= \(leftOut.end) OR local_day >= \(leftOut.day))
            ORDER BY user_id
            """
        ) { row in
            try row.next()
        }
    }

    /// The number of a user's entries in a contest, and on one of their days, including deleted and
    /// removed ones. Counts only up to the limits.
    func entryCounts(_ asked: EntryCounts.Asked) async throws -> EntryCounts {
        try await one(asked.statement) { row in try EntryCounts(reading: &row) }
    }

    /// Whether a user has an entry that counts on one of their days, logged at or after a moment.
    func hasEntry(
        of user: UserID,
        in contest: ChallengeID,
        on day: CivilDate,
        loggedSince moment: Instant
    ) async throws -> Bool {
        try await first(
            """
            SELECT true FROM entries
            WHERE challenge = \(contest) AND user_id = \(user)
                AND state IN ('counted', 'queried') AND created_at >= \(moment)
                AND local_day = \(day)
            LIMIT 1
            """
        ) { row in try row.next(Bool.self) } ?? false
    }
}

extension SQL {
    fileprivate static func entry(_ id: EntryID) -> SQL {
        "SELECT \(EntryRecord.columns) FROM entries WHERE id = \(id)"
    }

    static func entry(laterThan entry: EntryRecord, _ counted: EntriesCounted) -> SQL {
        """
        SELECT true FROM entries
        WHERE challenge = \(entry.challenge) AND user_id = \(entry.user)
            AND state IN ('counted', 'queried') AND created_at >= \(counted.loggedSince)
            AND (occurred_at, created_at, id)
                > (\(entry.occurredAt), \(entry.createdAt), \(entry.id))
            \(entriesBefore: counted.end)
        LIMIT 1
        """
    }

    static func entry(onDayOf entry: EntryRecord, _ counted: EntriesCounted) -> SQL {
        """
        SELECT true FROM entries
        WHERE challenge = \(entry.challenge) AND user_id = \(entry.user)
            AND state IN ('counted', 'queried') AND created_at >= \(counted.loggedSince)
            AND local_day = \(entry.localDay)\(entriesBefore: counted.end)
        LIMIT 1
        """
    }
}

extension Tally.Item {
    fileprivate static let columns: Columns = [
        "id", "amount", "occurred_at", "local_day", "created_at",
    ]

    /// Reads `columns`.
    fileprivate init(reading row: inout Row) throws {
        try self.init(
            id: row.next(),
            amount: row.next(),
            occurredAt: row.next(),
            localDay: row.next(),
            createdAt: row.next()
        )
    }
}

extension EntryCounts.Asked {
    fileprivate var statement: SQL {
        """
        SELECT (
            SELECT count(*) FROM (
                SELECT FROM entries WHERE challenge = \(contest) AND user_id = \(user)
                LIMIT \(mostOfAll)
            ) AS logged
        ), (
            SELECT count(*) FROM (
                SELECT FROM entries
                WHERE challenge = \(contest) AND user_id = \(user)
                    AND created_at >= \(loggedSince) AND local_day = \(day)
                LIMIT \(mostOfDay)
            ) AS logged
        )
        """
    }
}

extension EntryCounts {
    fileprivate init(reading row: inout Row) throws {
        try self.init(all: row.next(), day: row.next())
    }
}

extension EntriesPage {
    /// Each combination of filters is a statement of its own, so that each is planned for its
    /// index.
    fileprivate var statement: SQL {
        if user != nil || access.isInside { return "\(listed("true", of: user))" }
        guard access.widest == .friends || access.widest == .public else {
            return "\(listed("true", of: access.viewer))"
        }
        // Viewers who are not participants may see few of many entries: those with a wide audience
        // have an index.
        let wide: SQL = "audience IN ('friends', 'public') AND user_id <> \(access.viewer)"
        return """
            SELECT \(EntryRecord.columns), is_listed, is_last FROM (
                (\(listed(wide)))
                UNION ALL
                (\(listed("true", of: access.viewer)))
            ) AS listed ORDER BY created_at DESC, id DESC LIMIT \(limit)
            """
    }

    /// The entries of one user, or of all, that the viewer sees, among the rows that a page
    /// examines.
    private func listed(_ condition: SQL, of user: UserID? = nil) -> SQL {
        """
        SELECT \(EntryRecord.columns), is_listed, is_last
        FROM (
            SELECT looked.*, row_number() OVER (ORDER BY created_at DESC, id DESC)
                = \(Looks.most) AS is_last
            FROM (
                SELECT * FROM entries
                WHERE challenge = \(contest) AND \(condition)
                    \(entriesOf: user)\(entriesBehind: after)
                ORDER BY created_at DESC, id DESC LIMIT \(Looks.max)
            ) AS looked
        ) AS entries
        CROSS JOIN LATERAL (SELECT \(entriesSeenBy: access) AS is_listed OFFSET 0) AS checked
        WHERE is_listed OR is_last
        ORDER BY created_at DESC, id DESC LIMIT \(limit)
        """
    }
}

extension SQL.StringInterpolation {
    /// The condition that a viewer sees an entry (2.10-photos). Deleted and removed entries are
    /// shown only to their owner, to participants and to the contest's owner.
    fileprivate mutating func appendInterpolation(entriesSeenBy access: EntriesAccess) {
        appendInterpolation(audience: "entries.audience", of: "entries.user_id", includes: access)
        guard !access.isInside else { return }
        appendLiteral(" AND (entries.state IN ('counted', 'queried') OR entries.user_id = ")
        appendInterpolation(access.viewer)
        appendLiteral(")")
    }

    fileprivate mutating func appendInterpolation(entriesOf user: UserID?) {
        guard let user else { return }
        appendLiteral(" AND user_id = ")
        appendInterpolation(user)
    }

    fileprivate mutating func appendInterpolation(entriesBefore end: Instant?) {
        guard let end else { return }
        appendLiteral(" AND occurred_at < ")
        appendInterpolation(end)
    }

    fileprivate mutating func appendInterpolation(
        entriesBehind last: (createdAt: Instant, id: EntryID)?
    ) {
        guard let last else { return }
        appendLiteral(" AND (created_at, id) < (")
        appendInterpolation(last.createdAt)
        appendLiteral(", ")
        appendInterpolation(last.id)
        appendLiteral(")")
    }
}
