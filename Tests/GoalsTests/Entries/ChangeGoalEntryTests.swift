import ChallengesAPI
import ChallengesTestKit
import TestKit
import Testing
import Values
import Wire

@testable import Challenges

/// People change what they logged for their goals (2.4-entries).
@Suite(.freshDatabase(Challenges.migrations))
struct ChangeGoalEntryTests {
    private let scene = Scene()

    @Test func `a changed amount counts, and when it was done stays`() async throws {
        let made = try await scene.set(.daily)
        let entry = try await scene.log("4", for: made.id, note: "Old")
        scene.clock.advance(by: .minutes(1))
        let call = ChangeGoalEntry(goal: made.id, entry: entry.id, amount: .of("10"))
        let changed = try await scene.ask(call, as: scene.ana)
        #expect(changed.amount == .of("10"))
        #expect(changed.note == "Old")
        #expect(changed.occurredAt == entry.occurredAt)
        #expect(changed.editedAt == scene.clock.now)
        #expect(changed.version == 2)
        #expect(try await scene.goal(made.id).period?.state == .met)
        // The same again changes nothing.
        scene.clock.advance(by: .minutes(1))
        #expect(try await scene.ask(call, as: scene.ana) == changed)
        let note = ChangeGoalEntry(goal: made.id, entry: entry.id, note: "", ifVersion: 2)
        #expect(try await scene.ask(note, as: scene.ana).note == "")
        let stale = try #require(await scene.fault(note, as: scene.ana))
        #expect(stale.code == "challenges.version_stale")
        #expect(stale.goalEntry?.version == 3)
        let zero = ChangeGoalEntry(goal: made.id, entry: entry.id, amount: .zero)
        #expect(await scene.refusals(of: zero) == ["/amount challenges.amount_invalid"])
        let long = String(repeating: "x", count: 2_001)
        let noted = ChangeGoalEntry(goal: made.id, entry: entry.id, note: long)
        #expect(await scene.refusals(of: noted) == ["/note challenges.note_invalid"])
    }

    @Test func `an entry changes until its period closes`() async throws {
        let made = try await scene.set(.daily)
        let entry = try await scene.log("10", for: made.id)
        try await scene.come("2023-11-16T23:59:59Z")
        let change = ChangeGoalEntry(goal: made.id, entry: entry.id, amount: .of("9"))
        let changed = try await scene.ask(change, as: scene.ana)
        #expect(try await scene.periods(of: made.id).first == "2023-11-14 missed 9")
        try await scene.come("2023-11-17T00:00:00Z")
        let again = ChangeGoalEntry(goal: made.id, entry: entry.id, amount: .of("10"))
        let fault = await scene.fault(again, as: scene.ana)
        #expect(fault?.code == "challenges.period_closed")
        #expect(fault?.goalEntry == changed)
        #expect(try await scene.periods(of: made.id).first == "2023-11-14 missed 9")
    }
}
