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
            try await recount(streak, in: tx)
        }
    }
}
