import Outbox
import RPC
import ScoringAPI
import Wire

extension Streaks {
    func dayCounted(_ event: DayCounted, in context: CallContext) async throws -> Nothing {
        try await database.receive(event, in: context, at: now()) { tx in
            let streak = try await tx.heldStreak(of: event.user, goal: nil)
            let day = StreakDay(day: event.day, what: event.counts ? .counted : .open)
            try tx.save(day, of: streak.id, version: event.version)
            let days = try await tx.streakDays(of: streak.id)
            let plans = try await tx.streakPlans(of: streak.id)
            let counted = days.filter { $0.what == .counted }.map(\.day)
            try tx.save(StreakCount(plans.days(counting: counted)), of: streak.id)
        }
    }
}
