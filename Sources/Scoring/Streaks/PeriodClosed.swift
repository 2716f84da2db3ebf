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
            let days = try await tx.streakDays(of: streak.id)
            try tx.save(StreakCount(days), of: streak.id)
            try await tx.settle(StreakMedals(of: event.user, for: streak, now: days), at: moment)
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
