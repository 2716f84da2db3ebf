import ChallengesAPI
import ChallengesCore
import Identifiers
import Postgres
import Values

// What goals do with the totals of days (2.4-source).
extension Goals {
    /// Asks which goals of a person read their totals of a metric. Sent with the next statement.
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

    /// Lets time move a locked goal, and counts it again after a total changed.
    ///
    /// - Parameters:
    ///   - goal: The goal.
    ///   - change: The total.
    ///   - tally: What was done on the goal's days around it.
    ///   - late: Periods with the day; `nil` if they were not asked for of this goal.
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
            // Time may just have changed it.
            let isKnown = late != nil && row.life.version == goal.life.version
            let period =
                try await isKnown
                ? late?[row.id] : tx.period(with: change.day, of: row.id)
            guard let period else { return }
            _ = try await recounted(row, period, in: tx) { tally.within($0) }
        }
    }

    /// The same of a goal that is reached once.
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

/// The goals that read a person's totals.
struct GoalReaders: HealthReaders {
    fileprivate let goals: Goals
    /// As they are before they are locked.
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
    /// The days of the period that a day belongs to, or of every window that it is in.
    func days(around day: CivilDate) -> ClosedRange<CivilDate> {
        if let span = life.periods.recurrence.period(of: day) { return span.first...span.last }
        let reach = (windowDays ?? 1) - 1
        return day.advanced(by: -reach)...day.advanced(by: reach)
    }
}
