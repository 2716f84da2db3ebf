import ChallengesCore
package import Identifiers
package import Postgres
package import ScoringAPI
package import Values

// The `periods` table. No other file names it but to join it.
extension Transaction {
    /// Inserts or updates a period of a locked goal. Sent with the next statement.
    func save(_ period: Period, of goal: ChallengeID) throws {
        try enqueue(
            """
            INSERT INTO periods (challenge, \(Period.columns))
            VALUES (\(goal), \(period.days.first), \(period.days.last), \(period.state),
                \(period.target), \(period.value), \(period.isMarked), \(period.metAt),
                \(period.rests), \(period.endsAt))
            ON CONFLICT ON CONSTRAINT periods_pkey DO UPDATE SET ends_on = excluded.ends_on,
                state = excluded.state, target = excluded.target, value = excluded.value,
                is_marked = excluded.is_marked, met_at = excluded.met_at,
                rests = excluded.rests, ends_at = excluded.ends_at
            """
        )
    }

    /// The period of each goal that contains a day; goals without one are left out. The goals must
    /// be distinct. Sent with the next statement, after the locks of the goals.
    func readPeriods(
        with day: CivilDate,
        of goals: [ChallengeID]
    ) throws -> Deferred<[ChallengeID: Period]> {
        try deferred(
            """
            SELECT asked.challenge, \(Period.columns)
            FROM unnest(\(goals)) AS asked(challenge)
            CROSS JOIN LATERAL (
                SELECT * FROM periods
                WHERE periods.challenge = asked.challenge
                    AND starts_on <= \(day) AND ends_on >= \(day)
                ORDER BY starts_on DESC LIMIT 1
            ) AS periods
            """
        ) { row in
            let goal: ChallengeID = try row.next()
            return (goal: goal, period: try Period(reading: &row))
        }.map { rows in Dictionary(uniqueKeysWithValues: rows.map { ($0.goal, $0.period) }) }
    }

    /// Deletes all periods of a locked goal. Sent with the next statement.
    func deletePeriods(of goal: ChallengeID) throws {
        try enqueue("DELETE FROM periods WHERE challenge = \(goal)")
    }
}

extension Reader {
    /// The events to scoring of the next periods of goals that are over or met, by the ids of the
    /// goals and the first days.
    ///
    /// - Parameters:
    ///   - goals: The goals.
    ///   - place: The goal and the first day of the last period.
    ///   - limit: The maximum number of periods.
    /// - Returns: The events, each with the goal's current version.
    /// - Throws: `PostgresError`.
    package func closedPeriods(
        of goals: [ChallengeID],
        after place: (ChallengeID, CivilDate),
        limit: Int
    ) async throws -> [PeriodClosed] {
        try await all(
            """
            SELECT periods.challenge, goals.owner, periods.starts_on, periods.ends_on,
                periods.state, goals.recurrence = 'daily', goals.version
            FROM periods JOIN goals ON goals.challenge = periods.challenge
            WHERE periods.challenge = ANY(\(goals)) AND periods.state <> 'open'
                AND (periods.challenge, periods.starts_on) > (\(place.0), \(place.1))
            ORDER BY periods.challenge, periods.starts_on LIMIT \(limit)
            """
        ) { row in
            try PeriodClosed(
                goal: row.next(),
                user: row.next(),
                startsOn: row.next(),
                endsOn: row.next(),
                outcome: row.next(Period.State.self).outcome,
                isDaily: row.next(),
                version: row.next()
            )
        }
    }

    /// The period of a goal that contains a day; `nil` if there is none.
    func period(with day: CivilDate, of goal: ChallengeID) async throws -> Period? {
        try await first(
            """
            SELECT \(Period.columns) FROM periods
            WHERE challenge = \(goal) AND starts_on <= \(day) AND ends_on >= \(day)
            ORDER BY starts_on DESC LIMIT 1
            """,
            .point
        ) { row in
            try Period(reading: &row)
        }
    }

    /// The periods of a goal that start before a day, or all; newest first.
    func periods(
        of goal: ChallengeID,
        before day: CivilDate?,
        limit: Int
    ) async throws -> [Period] {
        try await all(
            """
            SELECT \(Period.columns) FROM periods
            WHERE challenge = \(goal) \(before: day, in: "starts_on")
            ORDER BY starts_on DESC LIMIT \(limit)
            """
        ) { row in
            try Period(reading: &row)
        }
    }
}

extension Period.State: Bindable, Readable {}

extension Period {
    fileprivate static let columns: Columns = [
        "starts_on", "ends_on", "state", "target", "value", "is_marked", "met_at", "rests",
        "ends_at",
    ]
    /// The same columns with the table's name; in a join with a goal they may be NULL.
    static let joinedColumns = columns.of("periods")

    /// Reads `columns`.
    fileprivate init(reading row: inout Row) throws {
        let (first, last): (CivilDate, CivilDate) = (try row.next(), try row.next())
        let state = try row.next(Period.State.self)
        try self.init(
            days: DaySpan(first, last),
            target: row.next(),
            state: state,
            value: row.next(),
            isMarked: row.next(),
            metAt: row.next(),
            rests: row.next(),
            endsAt: row.next()
        )
    }

    /// Reads `joinedColumns`; `nil` if the goal has no current period.
    init?(readingJoined row: inout Row) throws {
        let (first, last): (CivilDate?, CivilDate?) = (try row.next(), try row.next())
        let state = try row.next(Period.State?.self)
        let target = try row.next(Amount?.self)
        let value = try row.next(Amount?.self)
        let isMarked = try row.next(Bool?.self)
        let metAt = try row.next(Instant?.self)
        let (rests, endsAt): (Bool?, Instant?) = (try row.next(), try row.next())
        guard let first, let last, let state, let value, let isMarked, let rests, let endsAt else {
            return nil
        }
        self.init(
            days: DaySpan(first, last),
            target: target,
            state: state,
            value: value,
            isMarked: isMarked,
            metAt: metAt,
            rests: rests,
            endsAt: endsAt
        )
    }
}
