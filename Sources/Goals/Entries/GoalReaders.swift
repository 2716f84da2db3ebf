import ChallengesAPI
import ChallengesCore
import Identifiers
import Postgres
import Values

// Goals that count the totals of days (2.4-source).
extension Goals {
    /// The goals of a user that read totals of a metric. Sent with the next statement.
    func healthReaders(
        _ metric: Metric,
        of owner: UserID,
        in tx: Transaction
    ) throws -> GoalReaders {
        GoalReaders(
            goals: self,
            unlocked: try tx.readGoals(
                of: owner,
                reading: metric,
                closedAfter: now() - rules.dayFreeze - .days(2),
                closedMax: rules.goals
            )
        )
    }

    /// Applies the due transitions of a locked goal, and recounts it after a total changed.
    ///
    /// - Parameters:
    ///   - goal: The goal.
    ///   - change: The changed total.
    ///   - tally: The goal's entries and totals on the days around it.
    ///   - late: The periods that contain the day; `nil` if this goal's was not read.
    ///   - tx: The transaction.
    /// - Throws: `PostgresError`.
    fileprivate func recount(
        _ goal: GoalRecord,
        after change: HealthDayChange,
        by tally: GoalTally,
        late: [ChallengeID: Period]?,
        in tx: Transaction
    ) async throws {
        let row = try await moves.timePassed(GoalRow(goal: goal), to: now(), in: tx)
        if row.life.isOnce {
            try await recountOnce(row, after: change, by: tally, in: tx)
        } else if row.goal.isOfPresentPeriod(change.day) {
            _ = try await recounted(row, in: tx) { tally.within($0) }
        } else {
            // A transition may just have changed the period.
            let isKnown = late != nil && row.life.version == goal.life.version
            let period =
                try await isKnown
                ? late?[row.id] : tx.period(with: change.day, of: row.id)
            guard let period else { return }
            _ = try await recounted(row, period, in: tx) { tally.within($0) }
        }
    }

    /// Counts a goal that does not recur.
    private func recountOnce(
        _ row: GoalRow,
        after change: HealthDayChange,
        by tally: GoalTally,
        in tx: Transaction
    ) async throws {
        let days = countedDays(of: row.goal)
        guard days.contains(change.day) else { return }
        if let value = row.goal.value(after: change, near: tally.within(days)) {
            _ = try await counted(row, value, in: tx)
        } else {
            _ = try await recounted(row, in: tx)
        }
    }
}

/// The goals that read a user's totals.
struct GoalReaders: HealthReaders {
    fileprivate let goals: Goals
    /// The goals as read before they are locked.
    fileprivate let unlocked: Deferred<[GoalRecord]>

    func counting(_ change: HealthDayChange, in tx: Transaction) async throws -> HealthCounting? {
        let found = try await unlocked.value
        let days = found.map { $0.days(around: change.day) }
        guard let first = days.map(\.lowerBound).min(), let last = days.map(\.upperBound).max()
        else { return nil }
        let held = try tx.hold(found)
        let logged = try tx.readLoggedAmounts(of: found.map(\.id), in: days)
        let over = found.filter { !$0.isOfPresentPeriod(change.day) }.map(\.id)
        let late = try over.isEmpty ? nil : tx.readPeriods(with: change.day, of: over)
        return HealthCounting(needing: first...last) { [goals] totals in
            let (logged, late) = try await (logged.value, late?.value)
            for goal in try await tx.current(found, held: held.value) {
                let tally = GoalTally(
                    entries: logged[goal.id] ?? [:],
                    totals: totals.mapValues(\.amount)
                ).within(goal.days(around: change.day))
                try await goals.recount(
                    goal,
                    after: change,
                    by: tally,
                    late: over.contains(goal.id) ? late : nil,
                    in: tx
                )
            }
        }
    }
}

extension GoalRecord {
    /// The days of the period that contains a day, or of every window that does.
    func days(around day: CivilDate) -> ClosedRange<CivilDate> {
        if let span = life.periods.recurrence.period(of: day) { return span.first...span.last }
        let reach = (windowDays ?? 1) - 1
        return day.advanced(by: -reach)...day.advanced(by: reach)
    }
}
