import Outbox
import RPC
import ScoringAPI
import Wire

extension Streaks {
    func dayCounted(_ event: DayCounted, in context: CallContext) async throws -> Nothing {
        let moment = now()
        return try await database.receive(event, in: context, at: moment) { tx in
            let streak = try await tx.heldStreak(of: event.user, goal: nil)
            let day = StreakDay(day: event.day, what: event.counts ? .counted : .open)
            try tx.save(day, hasProof: event.hasProof, of: streak.id, version: event.version)
            let counted = try await tx.streakDays(of: streak.id).filter { $0.what == .counted }
            let plans = try await tx.streakPlans(of: streak.id)
            let days = plans.days(counting: counted.map(\.day))
            try tx.save(StreakCount(days), of: streak.id)
            let isTakenBack = event.isTakenBack ?? false
            let medals = StreakMedals(
                of: event.user,
                for: streak,
                now: days,
                isTakenBack: isTakenBack
            )
            try await tx.settle(medals, at: moment)
            if let hasProof = event.hasProof, hasProof || isTakenBack {
                try await tx.settleFirstProof(of: event, in: streak, at: moment)
            }
        }
    }
}
