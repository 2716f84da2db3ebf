import FoundationEssentials
import Identifiers
import RPC
import ScoringAPI
import Values
import Wire

extension Streaks {
    func listStreaks(_ call: ListStreaks, in context: CallContext) async throws -> Page<Streak> {
        let user = try context.signedIn
        let limit = try PageLimit(call.limit, orThrow: ScoringError.limitInvalid)
        let place = try Self.cursor.keys(of: call.cursor, orThrow: ScoringError.cursorInvalid)
        let streaks = try await database.streaks(of: user, after: place, limit: limit.fetched)
        let today = try await today(of: user, in: database)
        let first = today.advanced(by: 1 - StreakRecord.shownDays)
        let shown = try await database.shownDays(of: streaks.map(\.id), since: first)
        var fetched = streaks.map { streak in
            streak.streakReply(showing: shown[streak.id] ?? [], since: first)
        }
        if place == nil {
            let overall = try await database.streak(of: user, goal: nil)
            let begun = overall ?? StreakRecord(id: UUID(), goal: nil)
            fetched.insert(try await overallReply(begun, on: today, in: database), at: 0)
        }
        let (items, nextCursor) = limit.cut(fetched) { streak in
            // The overall streak precedes those of goals. No goal has the lowest id.
            Self.cursor.text(streak.goal ?? ChallengeID(.lowest))
        }
        return Page(items: items, nextCursor: nextCursor)
    }

    /// Cursors of the list, keyed by goal.
    private static let cursor = PageCursor<ChallengeID>("streaks")
}
