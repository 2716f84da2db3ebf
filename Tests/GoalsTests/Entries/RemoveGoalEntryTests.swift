import ChallengesAPI
import ChallengesTestKit
import IdentityAPI
import TestKit
import Testing
import Wire

@testable import Challenges

/// People remove what they logged for their goals (2.4-entries).
@Suite(.freshDatabase(Challenges.migrations))
struct RemoveGoalEntryTests {
    private let scene = Scene()

    @Test func `an entry goes until its period closes`() async throws {
        let made = try await scene.set(.daily)
        let kept = try await scene.log("9", for: made.id)
        let gone = try await scene.log("1", for: made.id)
        try await scene.come("2023-11-16T23:59:59Z")
        #expect(try await scene.periods(of: made.id).first == "2023-11-14 met 10")
        let remove = RemoveGoalEntry(goal: made.id, entry: gone.id)
        _ = try await scene.ask(remove, as: scene.ana)
        #expect(try await scene.periods(of: made.id).first == "2023-11-14 missed 9")
        try await scene.come("2023-11-17T00:00:00Z")
        let late = RemoveGoalEntry(goal: made.id, entry: kept.id)
        let fault = await scene.fault(late, as: scene.ana)
        #expect(fault?.code == "challenges.period_closed")
        #expect(fault?.goalEntry == kept)
        #expect(try await scene.periods(of: made.id).first == "2023-11-14 missed 9")
    }

    @Test func `what is removed no longer counts, and what was reached once stays so`()
        async throws
    {
        let made = try await scene.set()
        let entry = try await scene.log("4", for: made.id)
        try await scene.log("6", for: made.id)
        let stale = RemoveGoalEntry(goal: made.id, entry: entry.id, ifVersion: 9)
        #expect(await scene.refusals(of: stale) == ["challenges.version_stale"])
        let remove = RemoveGoalEntry(goal: made.id, entry: entry.id, ifVersion: 1)
        _ = try await scene.ask(remove, as: scene.ana)
        let done = try await scene.goal(made.id)
        #expect(done.state == .completed)
        #expect(done.isFlagged)
        #expect(done.value == .of("6"))
        #expect(await scene.refusals(of: remove) == ["challenges.entry_not_found"])
        let other = try await scene.set()
        let elsewhere = try await scene.log("1", for: other.id)
        let wrong = RemoveGoalEntry(goal: made.id, entry: elsewhere.id)
        #expect(await scene.refusals(of: wrong) == ["challenges.entry_not_found"])
        #expect(try await scene.told(.goalReached).count == 1)
    }
}
