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
            let isTakenBack = event.isTakenBack ?? false
            try await recount(streak, of: event.user, isTakenBack: isTakenBack, at: moment, in: tx)
            if let hasProof = event.hasProof, hasProof || isTakenBack {
                try await tx.settleFirstProof(of: event, in: streak, at: moment)
            }
        }
    }
}
