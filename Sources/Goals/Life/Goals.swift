import ChallengesAPI
import ChallengesCore
package import Identifiers
import IdentityAPI
import Outbox
import People
package import Postgres
import RPC
import Values
import Wire

/// The calls on personal goals: creation, changes, entries and marks (2.4-goal).
package struct Goals: Sendable {
    let database: Database
    let identity: any Caller
    let pictures: Pictures
    let moves: Moves<GoalRules>

    package var rules: GoalRules { moves.rules }
    var now: @Sendable () -> Instant { moves.now }

    var switchboard: Switchboard {
        Switchboard {
            $0.on(createGoal)
            $0.on(listGoals)
            $0.on(getGoal)
            $0.on(changeGoal)
            $0.on(deleteGoal)
            $0.on(pauseGoal)
            $0.on(resumeGoal)
            $0.on(abandonGoal)
            $0.on(completeGoal)
            $0.on(listPeriods)
            $0.on(listGoalsToday)
            $0.on(addGoalEntry)
            $0.on(listGoalEntries)
            $0.on(changeGoalEntry)
            $0.on(removeGoalEntry)
        }
    }

    /// Applies the due transitions of a goal whose timer fired. Entries and totals for the new
    /// period are counted at once: a device's clock may have been ahead.
    func timePassed(_ id: ChallengeID, to moment: Instant, in tx: Transaction) async throws {
        guard let row = try await GoalRow.held(id, in: tx) else { return }
        let moved = try await moves.timePassed(row, to: moment, in: tx)
        guard moved.life.version != row.life.version else { return }
        _ = try await recounted(moved, in: tx)
    }

    /// Recomputes the ends of a user's open goals after a change of time zone (2.9-zones). The
    /// period that has begun stays the current one.
    func daysChanged(of user: UserID, in tx: Transaction) async throws {
        // Goals that are created or moved meanwhile do not know the new time zone.
        try tx.lockGoals(of: user)
        for goal in try await tx.heldOpenGoals(of: user) where goal.isMisplaced {
            var row = GoalRow(goal: goal)
            row.life.resetPeriodEnd()
            if let period = row.life.period { try tx.save(period, of: row.id) }
            try moves.rearrange(row, in: tx)
        }
    }

    /// Reads a goal of the caller; for other users it does not exist.
    package func owned(
        _ id: ChallengeID,
        by asker: UserID,
        in reader: some Reader
    ) async throws -> GoalRecord {
        guard let goal = try await reader.goal(id), goal.owner == asker else {
            throw ChallengesError.goalNotFound
        }
        return goal
    }

    /// Refuses a version other than the goal's; the refusal carries the goal as its owner sees it.
    package func refuse(
        _ version: Int64?,
        of goal: GoalRecord,
        in reader: some Reader
    ) async throws {
        try await moves.refuse(version, of: GoalRow(goal: goal), to: .owner, in: reader)
    }
}

extension GoalRecord {
    /// Whether the goal's end differs from the stored one.
    fileprivate var isMisplaced: Bool {
        var life = life
        life.resetPeriodEnd()
        return !life.state.isOver && life.endsAt != storedEnd
    }
}

// The counting of entries and totals.
extension Goals {
    /// Recounts a locked goal whose due transitions have been applied: its current period, or the
    /// period of the given day. A goal that does not recur is recounted as a whole.
    ///
    /// - Returns: The goal after the recount.
    func recounted(
        _ row: GoalRow,
        afterChangeOf day: CivilDate? = nil,
        in tx: Transaction
    ) async throws -> GoalRow {
        let goal = row.goal
        guard let day, !goal.isOfPresentPeriod(day) else {
            return try await recounted(row, in: tx) { try await tx.tally(of: goal, in: $0) }
        }
        guard let period = try await tx.period(with: day, of: goal.id) else { return row }
        return try await recounted(row, period, in: tx) { try await tx.tally(of: goal, in: $0) }
    }

    /// Counts the current period, or a goal that does not recur, by the tally of its days.
    func recounted(
        _ row: GoalRow,
        in tx: Transaction,
        by tally: (ClosedRange<CivilDate>) async throws -> GoalTally
    ) async throws -> GoalRow {
        let goal = row.goal
        guard goal.life.isOnce || goal.life.period != nil, goal.life.target != nil else {
            return row
        }
        let value = goal.value(of: try await tally(countedDays(of: goal)))
        return try await counted(row, value, in: tx)
    }

    /// Counts an ended period by the tally of its days, unless the period is closed.
    func recounted(
        _ row: GoalRow,
        _ period: Period,
        in tx: Transaction,
        by tally: (ClosedRange<CivilDate>) async throws -> GoalTally
    ) async throws -> GoalRow {
        guard now() < period.closesAt(rules), let days = row.goal.countedDays(of: period) else {
            return row
        }
        let value = row.goal.value(of: try await tally(days))
        return try await corrected(row, period, in: tx) { $0.value = value }
    }

    /// The days that count for a goal now.
    func countedDays(of goal: GoalRecord) -> ClosedRange<CivilDate> {
        goal.countedDays(by: goal.life.periods.days.day(of: now() + rules.clockTolerance))
    }

    /// Stores the value of a goal or of its current period, if it has changed.
    func counted(_ row: GoalRow, _ value: Amount, in tx: Transaction) async throws -> GoalRow {
        guard value != (row.life.period?.value ?? row.life.value) else { return row }
        return try await moves.take(.count(value), of: row, in: tx)
    }

    /// Stores a change of an ended period and updates the number of met periods.
    func corrected(
        _ row: GoalRow,
        _ period: Period,
        in tx: Transaction,
        _ change: (inout Period) -> Void
    ) async throws -> GoalRow {
        var next = period
        change(&next)
        next = next.counted(at: now(), hasEnded: true)
        guard next != period else { return row }
        try tx.save(next, of: row.id)
        guard (next.state == .met) != (period.state == .met) else { return row }
        let moved = try await moves.take(.correct(isMet: next.state == .met), of: row, in: tx)
        let news = moved.goal.news(of: next, version: moved.life.version)
        try tx.emit(news, to: .scoring, at: now())
        return moved
    }
}

extension Reader {
    /// The entries and totals of a goal on the given days.
    func tally(
        of goal: GoalRecord,
        in days: ClosedRange<CivilDate>
    ) async throws -> GoalTally {
        var tally = GoalTally(entries: try await loggedAmounts(of: goal.id, in: days))
        if let metric = goal.metric {
            tally.totals = try await healthTotals(of: goal.owner, metric, in: days)
                .mapValues(\.amount)
        }
        return tally
    }
}
