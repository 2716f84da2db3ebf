import ChallengesAPI
import ChallengesCore
import Definitions
import Identifiers
import Postgres
import RPC
import Values
import Wire

// What people time of goals, and what that makes (2.6-result).
extension Goals {
    /// How a goal of a person's is timed, which is held: what is measured in time is counted down
    /// from its target.
    func timingTerms(
        of id: ChallengeID,
        by user: UserID,
        in tx: Transaction
    ) async throws -> TimingTerms {
        let goal = try await held(id, by: user, in: tx).goal.current(at: now(), under: rules)
        guard !goal.life.state.isOver else { throw ChallengesError.wrongState }
        return TimingTerms(
            goal.challenge.snapshot,
            target: goal.life.target,
            unitSeconds: try await unitSeconds(of: goal, in: tx)
        )
    }

    /// Prepares a mark of a goal without a target, or else an entry.
    func making(of end: TimingEnd, in context: CallContext) async throws -> TimingMaking {
        let goal = try await owned(ID(end.subject), by: end.user, in: database)
        guard goal.life.target != nil else { return try marking(goal.id, of: end) }
        guard let seconds = try await unitSeconds(of: goal, in: database) else {
            throw ChallengesError.timingUncounted
        }
        let isWhole = goal.challenge.snapshot.wholeNumbers
        let id = EntryID(end.newID)
        let call = AddGoalEntry(
            goal: goal.id,
            amount: end.amount(inUnitOf: seconds, isWhole: isWhole),
            occurredAt: end.endedAt,
            note: end.note,
            mediaIDs: end.mediaIDs
        )
        let photos = try await claim(call, id, by: end.user, in: context)
        let result = Timing.Result(kind: .goalEntry, id: id.uuid)
        return TimingMaking(result, turn: GoalRow.turn(goal.id)) { tx in
            let row = try await held(call.goal, by: end.user, in: tx)
            return {
                let made = try await insert(call, id, photos, to: row, from: .timing, in: tx)
                guard made != nil else { throw ChallengesError.idTaken }
            }
        }
    }

    /// Prepares a mark of the period in which a timing ends.
    private func marking(_ goal: ChallengeID, of end: TimingEnd) throws -> TimingMaking {
        var problems = FieldProblems<ChallengesError>()
        if end.note?.isEmpty == false { problems.add(.noteUnwanted, at: "/note") }
        if !end.mediaIDs.isEmpty { problems.add(.proofUnwanted, at: "/mediaIDs") }
        try problems.refuse()
        try end.checkIsMet()
        let result = Timing.Result(kind: .goal, id: goal.uuid)
        return TimingMaking(result, turn: GoalRow.turn(goal)) { tx in
            let row = try await held(goal, by: end.user, in: tx)
            // What was reached once is not reached again.
            let life = row.goal.current(at: now(), under: rules).life
            guard !life.isOnce || !life.state.isOver else { throw ChallengesError.wrongState }
            return {
                let day = life.periods.days.day(of: end.endedAt ?? now())
                let call = CompleteGoal(goal: goal, day: day)
                _ = try await complete(call, of: row, for: .owner, in: tx)
            }
        }
    }

    /// How many seconds the unit of a goal has; `nil` where no time is counted.
    private func unitSeconds(of goal: GoalRecord, in reader: some Reader) async throws -> Int? {
        guard goal.metric == nil else { return goal.metric == .exercise ? 1 : nil }
        guard let unit = goal.challenge.snapshot.unit else { return nil }
        return try await reader.seconds(ofUnit: unit)
    }
}
