import ChallengesAPI
import ChallengesCore
import Identifiers
import RPC
import Values
import Wire

extension Goals {
    func listGoalEntries(
        _ call: ListGoalEntries,
        in context: CallContext
    ) async throws -> Page<GoalEntry> {
        let asker = try context.signedIn
        let limit = try PageLimit(call.limit, orThrow: ChallengesError.limitInvalid)
        let place = try Self.entriesCursor.keys(
            of: call.cursor,
            orThrow: ChallengesError.cursorInvalid
        )
        let goal = try await owned(call.goal, by: asker, in: database)
        if let place, place.0 != goal.id {
            throw Refusal(ChallengesError.cursorInvalid, at: "/cursor")
        }
        let fetched = try await database.goalEntries(
            of: goal.id,
            after: place.map { ($0.1, $0.2) },
            limit: limit.fetched
        )
        let (entries, nextCursor) = limit.cut(fetched, size: \.size) { entry in
            Self.entriesCursor.text(goal.id, entry.createdAt, entry.id)
        }
        return Page(
            items: try await database.goalEntryReplies(entries, of: goal),
            nextCursor: nextCursor
        )
    }

    /// The goal, and the time when the entry was logged.
    private static let entriesCursor = PageCursor<ChallengeID, Instant, EntryID>("goal.entries")
}
