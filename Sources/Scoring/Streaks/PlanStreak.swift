import Outbox
import RPC
import ScoringAPI
import Values
import Wire

extension Streaks {
    func planStreak(_ call: PlanStreak, in context: CallContext) async throws -> Streak {
        let user = try context.signedIn
        if let days = call.restWeekdays, !Self.areRestWeekdays(days) {
            throw Refusal(ScoringError.restWeekdaysInvalid, at: "/restWeekdays")
        }
        let moment = now()
        return try await database.once(call, in: context, at: moment) { tx in
            var streak = try await tx.heldStreak(of: user, goal: nil)
            let today = try await today(of: user, in: tx)
            if let version = call.ifVersion, version != streak.version {
                let current = try await overallReply(streak, on: today, in: tx)
                throw try Refusal(ScoringError.versionStale, current: current)
            }
            let plan = try await tx.streakPlans(of: streak.id).last
            let next = StreakPlan(
                from: max(today, plan?.from ?? today),
                restWeekdays: call.restWeekdays.map { Set($0) } ?? plan?.restWeekdays ?? [],
                isPaused: call.isPaused ?? plan?.isPaused ?? false
            )
            if next.restWeekdays != plan?.restWeekdays ?? []
                || next.isPaused != plan?.isPaused ?? false
            {
                streak.version += 1
                try tx.save(next, of: streak.id)
                try tx.save(version: streak.version, of: streak.id)
                // After a change of time zone, a later day may count already.
                streak.count = try await recount(streak, of: user, at: moment, in: tx)
            }
            return try await overallReply(streak, on: today, in: tx)
        }
    }

    private static func areRestWeekdays(_ days: [Int]) -> Bool {
        PlanStreak.restWeekdaysLimit.contains(days.count) && Set(days).count == days.count
            && days.allSatisfy { (1...7).contains($0) }
    }
}
