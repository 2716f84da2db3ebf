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

    /// Counts a locked goal again, which time has moved, after a total changed.
    ///
    /// - Parameters:
    ///   - row: The goal.
    ///   - change: The total.
    ///   - tally: What was done on the goal's days around it.
    ///   - tx: The transaction.
    /// - Throws: `PostgresError`.
    fileprivate func recount(
        _ row: GoalRow,
        after change: HealthDayChange,
        by tally: GoalTally,
        in tx: Transaction
    ) async throws {
        guard row.life.isOnce else {
            _ = try await recounted(row, afterChangeOf: change.day, in: tx) { tally.within($0) }
            return
        }
        let days = countedDays(of: row.goal)
        guard days.contains(change.day) else { return }
        let near = tally.within(days)
        if let value = row.goal.value(after: change, near: near) {
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
        return HealthCounting(needing: first...last) { [goals] totals in
            let logged = try await logged.value
            for goal in try await tx.current(found, held: held.value) {
                let tally = GoalTally(
                    entries: logged[goal.id] ?? [:],
                    totals: totals.mapValues(\.amount)
                ).within(goal.days(around: change.day))
                let row = try await goals.moves.timePassed(
                    GoalRow(goal: goal),
                    to: goals.now(),
                    in: tx
                )
                try await goals.recount(row, after: change, by: tally, in: tx)
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
