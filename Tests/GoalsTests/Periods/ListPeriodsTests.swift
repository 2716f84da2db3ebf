import ChallengesAPI
import ChallengesTestKit
import Identifiers
import IdentityAPI
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import Goals

/// The periods of a goal are listed, the newest first (2.4-period).
@Suite(.freshDatabase(Challenges.migrations))
struct ListPeriodsTests {
    private let scene = Scene()

    @Test func `each period is listed once, for every page size`() async throws {
        let made = try await scene.set(.daily)
        let other = try await scene.set(.daily)
        try await scene.come("2023-11-18T08:00:00Z")
        let days = ["18", "17", "16", "15", "14"].map { CivilDate.of("2023-11-\($0)") }
        for limit in [1, 2, 5, 100] {
            var call = ListPeriods(goal: made.id, limit: limit)
            var listed: [CivilDate] = []
            repeat {
                let page = try await scene.ask(call, as: scene.ana)
                listed += page.items.map(\.startsOn)
                call.cursor = page.nextCursor
            } while call.cursor != nil
            #expect(listed == days)
        }
        let first = try await scene.ask(ListPeriods(goal: made.id, limit: 1), as: scene.ana)
        let cursor = try #require(first.nextCursor)
        // No number that a cursor may have is too great for a day.
        for number in [Int.min, -1, 2_932_897, .max] {
            let far = PageCursor<ChallengeID, Int>("periods").text(made.id, number)
            let call = ListPeriods(goal: made.id, cursor: far)
            #expect(await scene.refusals(of: call) == ["/cursor challenges.cursor_invalid"])
        }
        let cases: [(ListPeriods, String)] = [
            (ListPeriods(goal: other.id, cursor: cursor), "/cursor challenges.cursor_invalid"),
            (ListPeriods(goal: made.id, cursor: "x"), "/cursor challenges.cursor_invalid"),
            (ListPeriods(goal: made.id, limit: 101), "/limit challenges.limit_invalid"),
        ]
        for (call, refusal) in cases { #expect(await scene.refusals(of: call) == [refusal]) }
    }

    @Test func `a goal that is reached once has none`() async throws {
        let made = try await scene.set()
        #expect(try await scene.periods(of: made.id) == [])
    }
}
