import ChallengesAPI
import ChallengesCore
package import Identifiers
import IdentityAPI
import People
import Postgres
package import Values
package import Wire

/// A page of a user's own goals, newest first.
struct GoalsPage: Sendable {
    let owner: UserID
    /// Whether goals that are over are left out.
    let isOpen: Bool
    /// The creation time and id of the last goal of the previous page.
    let after: (Instant, ChallengeID)?
    /// The maximum number of goals.
    let limit: Int
}

/// A page of a user's goals for the owner or for friends, newest first.
package struct ShownGoalsPage: Sendable {
    let owner: UserID
    /// Whether the viewer is the owner. Friends see only goals with the visibility `friends`.
    let isOwn: Bool
    /// The creation time and id of the last goal of the previous page.
    let after: (Instant, ChallengeID)?
    /// The maximum number of goals.
    let limit: Int

    package init(owner: UserID, isOwn: Bool, after: (Instant, ChallengeID)?, limit: Int) {
        self.owner = owner
        self.isOwn = isOwn
        self.after = after
        self.limit = limit
    }
}

/// A page of a user's open goals, sorted by the end of the period or the goal; those without an end
/// come last.
package struct DueGoalsPage: Sendable {
    let owner: UserID
    let now: Instant
    let rules: GoalRules
    /// The end and id of the last goal of the previous page.
    let after: (Instant, ChallengeID)?
    /// The maximum number of goals.
    let limit: Int

    package init(
        owner: UserID,
        now: Instant,
        rules: GoalRules,
        after: (Instant, ChallengeID)?,
        limit: Int
    ) {
        self.owner = owner
        self.now = now
        self.rules = rules
        self.after = after
        self.limit = limit
    }
}

/// The columns that show whether a goal has changed since it was read.
struct HeldGoal: Hashable, Sendable {
    let id: ChallengeID
    let version: Int64
    /// This changes with the owner's time zone too, without a new version.
    let storedEnd: Instant?
}

extension HeldGoal {
    fileprivate init(_ goal: GoalRecord) {
        self.init(id: goal.id, version: goal.life.version, storedEnd: goal.storedEnd)
    }
}

// The `goals` table. No other file names it but to join it. A goal's content is in its row of
// `challenges`, its current period in `periods`.
extension Reader {
    /// A goal, without checking who may see it; `nil` if it does not exist.
    package func goal(_ id: ChallengeID) async throws -> GoalRecord? {
        try await first("\(SQL.goals) WHERE goals.challenge = \(id)", .point) { row in
            try GoalRecord(reading: &row)
        }
    }

    /// A page of a user's own goals.
    func goals(_ page: GoalsPage) async throws -> [GoalRecord] {
        let open: SQL = page.isOpen ? "AND goals.closed_at IS NULL" : ""
        return try await all(
            """
            \(SQL.goals) WHERE goals.owner = \(page.owner) \(open)
                \(before: page.after, in: "(goals.created_at, goals.challenge)")
            ORDER BY goals.created_at DESC, goals.challenge DESC LIMIT \(page.limit)
            """
        ) { row in
            try GoalRecord(reading: &row)
        }
    }

    /// A page of a user's goals for the owner or for friends, newest first. Examines at most
    /// `Looks.max` goals, like all lists.
    package func goals(_ page: ShownGoalsPage) async throws -> ListPart<GoalRecord> {
        let shown: SQL = page.isOwn ? "true" : "challenges.visibility = 'friends'"
        let looked = try await all(
            """
            SELECT \(SQL.goalColumns), listed.is_listed, listed.is_last
            FROM (
                SELECT looked.challenge, looked.created_at, looked.is_last,
                    \(shown) AS is_listed
                FROM (
                    SELECT newest.*, row_number() OVER (
                        ORDER BY newest.created_at DESC, newest.challenge DESC
                    ) = \(Looks.most) AS is_last
                    FROM (
                        SELECT goals.challenge, goals.created_at FROM goals
                        WHERE goals.owner = \(page.owner)
                            \(before: page.after, in: "(goals.created_at, goals.challenge)")
                        ORDER BY goals.created_at DESC, goals.challenge DESC
                        LIMIT \(Looks.max)
                    ) AS newest
                ) AS looked
                JOIN challenges ON challenges.id = looked.challenge
                WHERE looked.is_last OR \(shown)
                ORDER BY looked.created_at DESC, looked.challenge DESC LIMIT \(page.limit)
            ) AS listed
            JOIN goals ON goals.challenge = listed.challenge \(SQL.goalJoins)
            ORDER BY listed.created_at DESC, listed.challenge DESC
            """
        ) { row in
            try LookedAt(reading: &row) { row in try GoalRecord(reading: &row) }
        }
        return ListPart(looked)
    }

    /// Pages of users' open goals, in the given order, with the transitions applied that are due at
    /// the page's time. Goals are sorted by the end of the period or the goal; those without an end
    /// come last. Goals with late timers are added to the page's, even beyond its limit; so goals
    /// are not sorted by their current ends.
    package func openGoals(_ pages: [DueGoalsPage]) async throws -> [[GoalRecord]] {
        let number = Array(pages.indices)
        let found = try await lists(
            for: number,
            """
            SELECT page.number, \(SQL.goalColumns)
            FROM unnest(\(pages.map(\.owner)), \(pages.map(\.now)), \(pages.map(\.after?.0)),
                \(pages.map(\.after?.1)), \(pages.map(\.limit)))
                WITH ORDINALITY AS page(person, moment, behind, id, size, number)
            CROSS JOIN LATERAL (
                (SELECT * FROM goals
                WHERE goals.owner = page.person AND goals.closed_at IS NULL
                    AND coalesce(goals.ends_at, 'infinity') <= page.moment
                ORDER BY coalesce(goals.ends_at, 'infinity'), goals.challenge LIMIT \(Looks.max))
                UNION ALL
                (SELECT * FROM goals
                WHERE goals.owner = page.person AND goals.closed_at IS NULL
                    AND coalesce(goals.ends_at, 'infinity') > page.moment
                    AND (page.behind IS NULL OR (coalesce(goals.ends_at, 'infinity'),
                        goals.challenge) > (page.behind, page.id))
                ORDER BY coalesce(goals.ends_at, 'infinity'), goals.challenge LIMIT page.size)
            ) AS goals \(SQL.goalJoins)
            """
        ) { row in
            try GoalRecord(reading: &row)
        }
        return zip(number, pages).map { number, page in
            (found[number] ?? []).map { $0.current(at: page.now, under: page.rules) }.filter {
                goal in
                guard !goal.life.state.isOver else { return false }
                return page.after.map { $0 < (goal.life.endsAt ?? .never, goal.id) } ?? true
            }
        }
    }
}

extension Transaction {
    /// Locks a goal until the transaction ends and reads it; `nil` if it does not exist.
    func heldGoal(_ id: ChallengeID) async throws -> GoalRecord? {
        try enqueue("SELECT FROM goals WHERE challenge = \(id) FOR NO KEY UPDATE")
        return try await goal(id)
    }

    /// Locks the next recurring goals against deletion, by their ids, from `first` on, until the
    /// transaction ends. They can still change.
    package func keptGoals(from first: ChallengeID, limit: Int) async throws -> [ChallengeID] {
        try await all(
            """
            SELECT challenge FROM goals WHERE challenge >= \(first) AND recurrence <> 'once'
            ORDER BY challenge LIMIT \(limit) FOR KEY SHARE
            """
        ) { row in try row.next() }
    }

    /// A user's goals that read totals of a metric, ordered by id: all open ones, and the last
    /// `closedMax` ones of those closed after `moment`. Sent with the next statement.
    func readGoals(
        of owner: UserID,
        reading metric: Metric,
        closedAfter moment: Instant,
        closedMax: Int
    ) throws -> Deferred<[GoalRecord]> {
        try deferred(
            """
            SELECT \(SQL.goalColumns)
            FROM (
                SELECT * FROM goals WHERE owner = \(owner) AND closed_at IS NULL
                UNION ALL
                (SELECT * FROM goals WHERE owner = \(owner) AND closed_at > \(moment)
                ORDER BY closed_at DESC, challenge DESC LIMIT \(closedMax))
            ) AS goals \(SQL.goalJoins)
            WHERE challenges.metric = \(metric.rawValue)
            ORDER BY goals.challenge
            """
        ) { row in
            try GoalRecord(reading: &row)
        }
    }

    /// Locks goals until the transaction ends, ordered by id; deleted ones are left out. Sent with
    /// the next statement.
    func hold(_ goals: [GoalRecord]) throws -> Deferred<[HeldGoal]> {
        try deferred(
            """
            SELECT challenge, version, ends_at FROM goals
            WHERE challenge = ANY(\(goals.map(\.id))) ORDER BY challenge FOR NO KEY UPDATE
            """
        ) { row in
            try HeldGoal(id: row.next(), version: row.next(), storedEnd: row.next())
        }
    }

    /// The current data of locked goals, ordered by id. Reads them again only if they have changed
    /// since they were read.
    func current(_ goals: [GoalRecord], held: [HeldGoal]) async throws -> [GoalRecord] {
        guard held != goals.map({ HeldGoal($0) }) else { return goals }
        return try await all(
            """
            \(SQL.goals) WHERE goals.challenge = ANY(\(held.map(\.id))) ORDER BY goals.challenge
            """
        ) { row in
            try GoalRecord(reading: &row)
        }
    }

    /// Locks a user's open goals until the transaction ends, ordered by id, and reads them. Taken
    /// after the lock of the user's goals, so that none is created meanwhile.
    func heldOpenGoals(of owner: UserID) async throws -> [GoalRecord] {
        // The order in which a change of a total locks them.
        try enqueue(
            """
            SELECT FROM goals WHERE owner = \(owner) AND closed_at IS NULL
            ORDER BY challenge FOR NO KEY UPDATE
            """
        )
        return try await all(
            "\(SQL.goals) WHERE goals.owner = \(owner) AND goals.closed_at IS NULL"
        ) { row in
            try GoalRecord(reading: &row)
        }
    }

    /// The number of a user's open goals. Sent with the next statement, after the lock of the
    /// user's goals.
    func countGoals(of owner: UserID) throws -> Deferred<Int> {
        try deferred(
            "SELECT count(*) FROM goals WHERE owner = \(owner) AND closed_at IS NULL"
        ) { row in
            try row.next(Int.self)
        }.map { $0.first ?? 0 }
    }

    /// Inserts a goal, whose challenge is already stored. Sent with the next statement.
    func insert(_ goal: GoalRecord) throws {
        let life = goal.life
        try enqueue(
            """
            INSERT INTO goals (challenge, owner, state, recurrence, first_day, window_days,
                last_day, rest_weekdays, target, next_target, value, periods_met, period, ends_at,
                met_at, is_flagged, created_at, closed_at, version)
            VALUES (\(goal.id), \(goal.owner), \(life.state), \(life.periods.recurrence.rawValue),
                \(goal.firstDay), \(goal.windowDays.map { Int16(clamping: $0) }),
                \(life.periods.lastDay), \(life.periods.storedRestWeekdays), \(life.target),
                \(life.nextTarget), \(life.value), \(Int32(clamping: life.periodsMet)),
                \(life.period?.days.first), \(life.endsAt), \(life.metAt),
                \(life.isFlagged), \(goal.createdAt), \(life.closedAt), \(life.version))
            """
        )
    }

    /// Stores the change of a locked goal, except its content. `version` is the version before the
    /// change: if the row has another one, the server refuses, because a version is never NULL.
    /// Sent with the next statement.
    func save(_ goal: GoalRecord, over version: Int64) throws {
        let life = goal.life
        try enqueue(
            """
            UPDATE goals SET state = \(life.state), last_day = \(life.periods.lastDay),
                rest_weekdays = \(life.periods.storedRestWeekdays), target = \(life.target),
                next_target = \(life.nextTarget), value = \(life.value),
                periods_met = \(Int32(clamping: life.periodsMet)),
                period = \(life.period?.days.first), ends_at = \(life.endsAt),
                met_at = \(life.metAt), is_flagged = \(life.isFlagged),
                closed_at = \(life.closedAt),
                version = CASE WHEN version = \(version) THEN \(life.version) END
            WHERE challenge = \(goal.id)
            """
        )
    }

    /// Deletes a goal and its challenge. Its entries, periods and pictures must be deleted or moved
    /// before. Sent with the next statement.
    func delete(_ goal: GoalRecord) throws {
        try enqueue("DELETE FROM goals WHERE challenge = \(goal.id)")
        try deleteChallenge(goal.id)
    }
}

extension SQL {
    /// Goals with their content, current periods and owners' time zones, as `GoalRecord` reads
    /// them.
    fileprivate static let goals: SQL = """
        SELECT \(goalColumns) FROM goals \(goalJoins)
        """
    fileprivate static let goalColumns: SQL = """
        \(ChallengeRecord.joinedColumns), goals.owner, goals.state, goals.recurrence,
            goals.first_day, goals.window_days, goals.last_day, goals.rest_weekdays, goals.target,
            goals.next_target, goals.value, goals.periods_met, goals.met_at, goals.is_flagged,
            goals.closed_at, goals.version, goals.ends_at, people.zone_names, people.zones_since,
            \(Period.joinedColumns)
        """
    fileprivate static let goalJoins: SQL = """
        JOIN challenges ON challenges.id = goals.challenge
        \(personIn: "goals.owner")
        LEFT JOIN periods
            ON periods.challenge = goals.challenge AND periods.starts_on = goals.period
        """
}

extension GoalPeriods {
    fileprivate var storedRestWeekdays: [Int16] { restWeekdays.sorted().map { Int16($0) } }
}

extension GoalLife.State: Bindable, Readable {}

extension GoalRecord {
    fileprivate init(reading row: inout Row) throws {
        challenge = try ChallengeRecord(reading: &row)
        owner = try row.next()
        let state = try row.next(GoalLife.State.self)
        let recurrence = Goal.Recurrence(rawValue: try row.next()) ?? .unknown
        firstDay = try row.next()
        windowDays = try row.next(Int16?.self).map { Int($0) }
        let lastDay = try row.next(CivilDate?.self)
        let restWeekdays = Set(try row.next([Int16].self).map { Int($0) })
        let (target, nextTarget): (Amount?, Amount?) = (try row.next(), try row.next())
        let value = try row.next(Amount.self)
        let periodsMet = Int(try row.next(Int32.self))
        let metAt = try row.next(Instant?.self)
        let isFlagged = try row.next(Bool.self)
        let closedAt = try row.next(Instant?.self)
        let version = try row.next(Int64.self)
        storedEnd = try row.next()
        let names = try row.next([String]?.self)
        let moments = try row.next([Instant]?.self)
        let zones = zip(moments ?? [], names ?? []).map { ZoneChange(since: $0, name: $1) }
        let periods = GoalPeriods(
            recurrence: recurrence,
            restWeekdays: restWeekdays,
            lastDay: lastDay,
            days: LocalDays(zones)
        )
        life = GoalLife(
            periods: periods,
            target: target,
            nextTarget: nextTarget,
            state: state,
            value: value,
            period: try Period(readingJoined: &row),
            periodsMet: periodsMet,
            metAt: metAt,
            isFlagged: isFlagged,
            closedAt: closedAt,
            version: version
        )
    }
}
