import Outbox
import RPC
import ScoringAPI
import Wire

extension Streaks {
    func goalDeleted(_ event: GoalDeleted, in context: CallContext) async throws -> Nothing {
        try await database.receive(event, in: context, at: now()) { tx in
            try tx.deleteStreak(of: event.user, goal: event.goal)
        }
    }
}
