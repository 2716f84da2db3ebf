import ChallengesAPI
import ChallengesCore
import Identifiers
import Outbox
import Postgres
import RPC
import Values
import Wire

extension Goals {
    func completeGoal(_ call: CompleteGoal, in context: CallContext) async throws -> Goal {
        let asker = try context.signedIn
        return try await database.once(
            call,
            in: context,
            at: now(),
            after: [GoalRow.turn(call.goal)]
        ) { tx in
            let (held, party) = try await moves.hold(call, for: asker, to: .complete, in: tx)
            return try await complete(call, of: held, for: party, in: tx)
        }
    }

    /// Marks a locked goal or one of its periods.
    func complete(
        _ call: CompleteGoal,
        of held: GoalRow,
        for party: GoalLife.Party,
        in tx: Transaction
    ) async throws -> Goal {
        let isDone = call.isDone ?? true
        guard let day = call.day, !held.life.isOnce else {
            return try await moves.take(.complete(isDone), as: call, of: held, for: party, in: tx)
        }
        return try await mark(day, isDone, as: call, of: held, in: tx)
    }

    /// Marks the period of a day: the current one, even if its timer is late, or an ended one.
    private func mark(
        _ day: CivilDate,
        _ isDone: Bool,
        as call: CompleteGoal,
        of held: GoalRow,
        in tx: Transaction
    ) async throws -> Goal {
        try await moves.refuse(call.ifVersion, of: held, to: .owner, in: tx)
        let now = now()
        let row = try await moves.timePassed(held, to: now, in: tx)
        guard row.life.target == nil else {
            throw try await moves.refusal(.goalHasTarget, of: row, to: .owner, in: tx)
        }
        guard row.life.state != .abandoned else {
            throw try await moves.refusal(.wrongState, of: row, to: .owner, in: tx)
        }
        if row.life.period?.days.contains(day) == true {
            let marked = try await moves.take(.complete(isDone), of: row, at: now, in: tx)
            return try await marked.reply(to: .owner, at: now, under: rules, in: tx)
        }
        guard day <= row.life.periods.days.day(of: now),
            let period = try await tx.period(with: day, of: row.id)
        else { throw Refusal(ChallengesError.dayInvalid, at: "/day") }
        guard now < period.closesAt(rules) else {
            throw try await moves.refusal(.periodClosed, of: row, to: .owner, in: tx)
        }
        let marked = try await corrected(row, period, in: tx) { $0.isMarked = isDone }
        return try await marked.reply(to: .owner, at: now, under: rules, in: tx)
    }
}

extension CompleteGoal: GoalMove {}
