import Outbox
import RPC
import ScoringAPI
import Wire

extension Streaks {
    func periodClosed(_ event: PeriodClosed, in context: CallContext) async throws -> Nothing {
        let moment = now()
        return try await database.receive(event, in: context, at: moment) { tx in
            var streak = try await tx.heldStreak(of: event.user, goal: event.goal)
            if let isDaily = event.isDaily, isDaily != streak.isDaily {
                streak.isDaily = isDaily
                try tx.save(isDaily: isDaily, of: streak.id)
            }
            let day = StreakDay(day: event.startsOn, what: event.outcome.what)
            try tx.save(day, of: streak.id, version: event.version)
            try await recount(streak, of: event.user, at: moment, in: tx)
        }
    }
}

extension PeriodClosed.Outcome {
    fileprivate var what: StreakDay.What {
        switch self {
        case .met: .counted
        case .missed: .missed
        case .rested: .rested
        case .open, .unknown: .open
        }
    }
}
