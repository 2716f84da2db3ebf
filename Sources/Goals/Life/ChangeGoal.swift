import ChallengesAPI
import ChallengesCore
import Identifiers
import Outbox
import Postgres
import RPC
import Values
import Wire

extension Goals {
    func changeGoal(_ call: ChangeGoal, in context: CallContext) async throws -> Goal {
        let asker = try context.signedIn
        return try await database.once(
            call,
            in: context,
            at: now(),
            after: [GoalRow.turn(call.goal)]
        ) { tx in
            let (held, _) = try await moves.hold(call, for: asker, to: .change, in: tx)
            try await moves.refuse(call.ifVersion, of: held, to: .owner, in: tx)
            var row = try await moves.timePassed(held, to: now(), in: tx)
            let before = row.goal
            let change = try changed(&row.goal, by: call)
            guard row.goal != before || change != GoalChange(of: before.life) else {
                return try await row.reply(to: .owner, at: now(), under: rules, in: tx)
            }
            try tx.save(row.goal.challenge)
            try tx.saveVisibility(of: row.goal.challenge)
            row = try await moves.take(.change(change), of: row, in: tx)
            if row.life.isOnce, row.life.isReached, !row.life.state.isOver {
                row = try await moves.take(.count(row.life.value), of: row, in: tx)
            }
            return try await row.reply(to: .owner, at: now(), under: rules, in: tx)
        }
    }

    /// Changes a goal's text; refuses with every problem of the call's fields.
    ///
    /// - Returns: The changes of its `life`.
    private func changed(
        _ goal: inout GoalRecord,
        by call: ChangeGoal
    ) throws -> GoalChange {
        var problems = FieldProblems<ChallengesError>()
        var draft = GoalDraft(call)
        draft.check(&problems)
        let change = draft.apply(to: &goal, at: now(), &problems)
        try problems.refuse()
        return change
    }
}

extension GoalChange {
    /// A change that leaves a goal's rest weekdays and last day as they are.
    fileprivate init(of life: GoalLife) {
        self.init(
            target: nil,
            restWeekdays: life.periods.restWeekdays,
            lastDay: life.periods.lastDay
        )
    }
}

extension ChangeGoal: GoalMove {}
