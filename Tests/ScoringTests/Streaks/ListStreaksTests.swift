import Identifiers
import IdentityAPI
import Postgres
import RPC
import ScoringAPI
import TestBasics
import TestKit
import Testing
import Values
import Wire

@testable import Scoring

/// The list of a user's streaks (2.7-streaks).
@Suite(.freshDatabase(Scoring.migrations)) struct ListStreaksTests {
    private let scene = StreakScene()

    @Test func `who did nothing has an overall streak of no days`() async throws {
        let page = try await scene.list()
        #expect(page.items.count == 1 && page.nextCursor == nil)
        let streak = try #require(page.items.first)
        #expect(streak.goal == nil && streak.current == 0 && streak.best == 0)
        #expect(streak.lastDay == nil && streak.days.isEmpty && streak.version == 1)
        #expect(streak.restWeekdays == [] && streak.isPaused == false)
    }

    @Test func `pages hold each streak once, and none of another person`() async throws {
        var goals: [ChallengeID] = []
        for _ in 0..<5 {
            let goal = ChallengeID()
            goals.append(goal)
            try await scene.close(0, .met, of: goal)
        }
        for limit in [1, 2, 3, 5, 6] {
            var (shown, cursor): ([ChallengeID?], String?) = ([], nil)
            repeat {
                let page = try await scene.list(limit: limit, cursor: cursor)
                shown += page.items.map(\.goal)
                cursor = page.nextCursor
            } while cursor != nil
            #expect(shown == [nil] + goals.sorted(), "\(limit)")
        }
        #expect(try await scene.list(as: UserID()).items.map(\.goal) == [nil])
        await #expect(throws: Refusal(ScoringError.limitInvalid, at: "/limit").fault) {
            _ = try await scene.list(limit: 101)
        }
        await #expect(throws: Refusal(ScoringError.cursorInvalid, at: "/cursor").fault) {
            _ = try await scene.list(cursor: "more")
        }
    }
}
