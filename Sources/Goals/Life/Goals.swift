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

/// How people make goals, change them, log for them and mark them (2.4-goal).
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

    /// Lets time move a goal whose timer fired. What was measured or logged for the period that
    /// begins is counted at once: a phone's clock may have been ahead.
    func timePassed(_ id: ChallengeID, to moment: Instant, in tx: Transaction) async throws {
        guard let row = try await GoalRow.held(id, in: tx) else { return }
        let moved = try await moves.timePassed(row, to: moment, in: tx)
        guard moved.life.version != row.life.version else { return }
        _ = try await recounted(moved, in: tx)
    }

    /// Computes again when the unfinished goals of a person end, by the days that they now have
    /// (2.9-zones). The period that has begun stays the present one.
    func daysChanged(of user: UserID, in tx: Transaction) async throws {
        // A goal that is made, or moved, meanwhile does not know the new days.
        try tx.lockGoals(of: user)
        for goal in try await tx.heldOpenGoals(of: user) where goal.isMisplaced {
            var row = GoalRow(goal: goal)
            row.life.resetPeriodEnd()
            if let period = row.life.period { try tx.save(period, of: row.id) }
            try moves.rearrange(row, in: tx)
        }
    }

    /// A goal of the asker's; refuses everyone else, who is not to know that it exists.
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

    /// Refuses a version that is not a goal's; the refusal carries the goal as its owner sees it.
    package func refuse(
        _ version: Int64?,
        of goal: GoalRecord,
        in reader: some Reader
    ) async throws {
        try await moves.refuse(version, of: GoalRow(goal: goal), to: .owner, in: reader)
    }
}

extension GoalRecord {
    /// Whether it ends at another moment than the one that it was stored with.
    fileprivate var isMisplaced: Bool {
        var life = life
        life.resetPeriodEnd()
        return !life.state.isOver && life.endsAt != storedEnd
    }
}

// How what was done is counted.
extension Goals {
    /// Counts a locked goal again, which time has moved: its present period, or the one with a day;
    /// of a goal that is reached once, all of it.
    ///
    /// - Returns: The goal as it then is.
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

    /// The same of its present period, or of all of it, with what was done on some days.
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

    /// The same of a period that is over, until it closes.
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

    /// Stores what a goal, or its present period, comes to, if that is something else.
    func counted(_ row: GoalRow, _ value: Amount, in tx: Transaction) async throws -> GoalRow {
        guard value != (row.life.period?.value ?? row.life.value) else { return row }
        return try await moves.take(.count(value), of: row, in: tx)
    }

    /// Stores what was changed in a period that is over, and counts how many are met.
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
        return try await moves.take(.correct(isMet: next.state == .met), of: row, in: tx)
    }
}

extension Reader {
    /// What was done for a goal on some days.
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
