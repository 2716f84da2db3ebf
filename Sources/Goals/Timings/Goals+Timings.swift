import ChallengesAPI
import ChallengesCore
import Definitions
import Identifiers
import Postgres
import RPC
import Values
import Wire

// Timings of goals, and the entries and marks that they make (2.6-result).
extension Goals {
    /// Locks a goal of the user and returns the mode and target time for timing it. A goal with a
    /// unit of time is counted down from its target.
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

    /// Prepares the result of a finished timing: a mark if the goal has no target, otherwise an
    /// entry.
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

    /// Prepares a mark of the period in which the timing ended.
    private func marking(_ goal: ChallengeID, of end: TimingEnd) throws -> TimingMaking {
        var problems = FieldProblems<ChallengesError>()
        if end.note?.isEmpty == false { problems.add(.noteUnwanted, at: "/note") }
        if !end.mediaIDs.isEmpty { problems.add(.proofUnwanted, at: "/mediaIDs") }
        try problems.refuse()
        try end.checkIsMet()
        let result = Timing.Result(kind: .goal, id: goal.uuid)
        return TimingMaking(result, turn: GoalRow.turn(goal)) { tx in
            let row = try await held(goal, by: end.user, in: tx)
            // A goal that does not recur is reached only once.
            let life = row.goal.current(at: now(), under: rules).life
            guard !life.isOnce || !life.state.isOver else { throw ChallengesError.wrongState }
            return {
                let day = life.periods.days.day(of: end.endedAt ?? now())
                let call = CompleteGoal(goal: goal, day: day)
                _ = try await complete(call, of: row, for: .owner, in: tx)
            }
        }
    }

    /// The seconds in the goal's unit; `nil` if it is not a unit of time.
    private func unitSeconds(of goal: GoalRecord, in reader: some Reader) async throws -> Int? {
        guard goal.metric == nil else { return goal.metric == .exercise ? 1 : nil }
        guard let unit = goal.challenge.snapshot.unit else { return nil }
        return try await reader.seconds(ofUnit: unit)
    }
}
