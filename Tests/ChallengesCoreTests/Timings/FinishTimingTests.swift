import ChallengesAPI
import ChallengesTestKit
import FoundationEssentials
import Goals
import Identifiers
import MediaAPI
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import ChallengesCore

/// What finishing a timing of a goal makes, by the rules of goals (2.6-result).
@Suite(.freshDatabase(Challenges.migrations))
struct FinishTimingTests {
    private let scene = Scene()

    @Test func `of a goal in a unit of time it is an entry with note and pictures`() async throws {
        let goal = try await scene.setMinutes()
        let made = try await scene.time(goal: goal)
        let picture = MediaID()
        let finished = try await scene.finish(
            made,
            after: 100,
            note: "Om.",
            mediaIDs: [picture]
        )
        #expect(finished.refusal == nil)
        #expect(finished.result?.kind == .goalEntry)
        let entry = try #require(try await scene.goalEntries(of: goal).first)
        #expect(entry.id.uuid == finished.result?.id)
        #expect(entry.amount == .of("1.666666"))
        #expect(entry.occurredAt == scene.clock.now)
        #expect(entry.source == .timing)
        #expect(entry.note == "Om.")
        #expect(entry.photos.map(\.id) == [picture])
        #expect(scene.media.claimed.map(\.cause) == ["goalEntry:\(entry.id)"])
        #expect(try await scene.emitted(MediaUsed.self).map(\.cause) == ["goalEntry:\(entry.id)"])
        #expect(finished.isMet == false)
        let long = try await scene.time(goal: goal)
        #expect(try await scene.finish(long, after: 600).isMet == true)
        #expect(try await scene.goal(goal).state == .completed)
    }

    @Test(arguments: [("seconds", "90.5"), ("minutes", "1.508333"), ("hours", "0.025138")])
    func `the amount is in the goal's unit`(unit: String, amount: String) async throws {
        let goal = try await scene.setMinutes { ($0.unit, $0.target) = (unit, .of("1000")) }
        let made = try await scene.time(goal: goal)
        try await scene.finish(made, after: 90, telling: 90_500)
        #expect(try await scene.goalEntries(of: goal).map(\.amount) == [.of(amount)])
    }

    @Test func `where whole numbers count it is rounded down, and less than one is nothing`()
        async throws
    {
        let goal = try await scene.setMinutes { $0.wholeNumbers = true }
        let made = try await scene.time(goal: goal)
        try await scene.finish(made, after: 119, telling: 119_999)
        #expect(try await scene.goalEntries(of: goal).map(\.amount) == [.of("1")])
        let short = try await scene.time(goal: goal)
        let finished = try await scene.finish(short, after: 59, telling: 59_999)
        #expect(finished.state == .finished)
        #expect(finished.result == nil)
        #expect(finished.refusal == "challenges.amount_invalid")
        #expect(try await scene.goalEntries(of: goal).count == 1)
    }

    @Test func `of a goal of exercise its seconds are logged`() async throws {
        let goal = try await scene.setMinutes {
            ($0.unit, $0.metric, $0.target) = (nil, .exercise, .of("600"))
        }
        let made = try await scene.time(goal: goal)
        #expect(made.targetSeconds == 600)
        try await scene.finish(made, after: 90)
        #expect(try await scene.goalEntries(of: goal).map(\.amount) == [.of("90")])
    }

    @Test func `of what counts no time nothing is made`() async throws {
        let pages = try await scene.setMinutes { $0.unit = "pages" }
        let steps = try await scene.setMinutes {
            ($0.unit, $0.metric, $0.target) = (nil, .steps, .of("600"))
        }
        for goal in [pages, steps] {
            let made = try await scene.time(goal: goal)
            #expect(made.mode == .stopwatch)
            let finished = try await scene.finish(made, after: 90)
            #expect(finished.state == .finished)
            #expect(finished.elapsedMilliseconds == 90_000)
            #expect(finished.refusal == "challenges.timing_uncounted")
            #expect(try await scene.goalEntries(of: goal).isEmpty)
        }
    }

    // Marks.

    @Test func `of a goal without a target the day is marked`() async throws {
        let goal = try await scene.setMark()
        let made = try await scene.time(goal: goal)
        let finished = try await scene.finish(made, after: 5)
        #expect(finished.result == Timing.Result(kind: .goal, id: goal.uuid))
        #expect(try await scene.goal(goal).period?.state == .met)
        let once = try await scene.setMark(.once)
        let last = try await scene.time(goal: once)
        try await scene.finish(last)
        #expect(try await scene.goal(once).state == .completed)
    }

    @Test func `a countdown marks it only if it is met`() async throws {
        let goal = try await scene.setMark()
        let short = try await scene.time(goal: goal) { $0.targetSeconds = 60 }
        let tooShort = try await scene.finish(short, after: 59, telling: 59_999)
        #expect(tooShort.refusal == "challenges.timing_too_short")
        #expect(tooShort.isMet == false)
        #expect(try await scene.goal(goal).period?.state == .open)
        let long = try await scene.time(goal: goal) { $0.targetSeconds = 60 }
        let met = try await scene.finish(long, after: 60)
        #expect(met.isMet == true)
        #expect(met.result?.kind == .goal)
        #expect(try await scene.goal(goal).period?.state == .met)
    }

    @Test func `a mark has neither a note nor pictures`() async throws {
        let goal = try await scene.setMark()
        let made = try await scene.time(goal: goal)
        let call = FinishTiming(
            timing: made.id,
            elapsedMilliseconds: 1,
            note: "Om.",
            mediaIDs: [MediaID()]
        )
        #expect(
            await scene.refusals(of: call) == [
                "/note challenges.note_unwanted", "/mediaIDs challenges.proof_unwanted",
            ]
        )
        #expect(try await scene.timing(made.id).state == .running)
        #expect(try await scene.finish(made, after: 1, note: "").result?.kind == .goal)
    }

    // What its caller can mend is refused, and the timing goes on.

    @Test func `wrong fields are refused, all together`() async throws {
        let made = try await scene.time(goal: try await scene.setMinutes())
        let picture = MediaID()
        let call = FinishTiming(
            timing: made.id,
            elapsedMilliseconds: -1,
            note: String(repeating: "x", count: 2_001),
            mediaIDs: [picture, picture]
        )
        #expect(
            await scene.refusals(of: call) == [
                "/elapsedMilliseconds challenges.elapsed_invalid", "/note challenges.note_invalid",
                "/mediaIDs/1 challenges.media_repeated",
            ]
        )
        let many = FinishTiming(
            timing: made.id,
            elapsedMilliseconds: 1,
            mediaIDs: (0...10).map { _ in MediaID() }
        )
        #expect(await scene.refusals(of: many) == ["/mediaIDs challenges.media_too_many"])
        #expect(try await scene.timing(made.id) == made)
    }

    @Test func `a picture that is not theirs is refused, and then another taken`() async throws {
        let goal = try await scene.setMinutes()
        let made = try await scene.time(goal: goal)
        let (lost, picture) = (MediaID(), MediaID())
        scene.media.lose(lost)
        let call = FinishTiming(
            timing: made.id,
            elapsedMilliseconds: 60_000,
            mediaIDs: [picture, lost]
        )
        #expect(await scene.refusals(of: call) == ["/mediaIDs/1 challenges.media_not_found"])
        #expect(try await scene.timing(made.id) == made)
        let finished = try await scene.finish(made, after: 60, mediaIDs: [picture])
        #expect(finished.result != nil)
    }

    // What has closed meanwhile.

    @Test func `of a goal that was given up meanwhile nothing is made, and it says why`()
        async throws
    {
        for isMark in [false, true] {
            let goal = try await isMark ? scene.setMark() : scene.setMinutes()
            let made = try await scene.time(goal: goal)
            _ = try await scene.ask(AbandonGoal(goal: goal), as: scene.ana)
            let finished = try await scene.finish(made, after: 60)
            #expect(finished.state == .finished)
            #expect(finished.elapsedMilliseconds == 60_000)
            #expect(finished.result == nil)
            #expect(finished.refusal == "challenges.wrong_state")
            #expect(try await scene.goalEntries(of: goal).isEmpty)
            // It stays so.
            #expect(try await scene.finish(made, after: 9) == finished)
        }
    }

    @Test func `a goal that is reached once is not reached by a later timing`() async throws {
        let goal = try await scene.setMark(.once)
        let made = try await scene.time(goal: goal)
        _ = try await scene.ask(CompleteGoal(goal: goal), as: scene.ana)
        let finished = try await scene.finish(made, after: 60)
        #expect(finished.refusal == "challenges.wrong_state")
    }

    @Test func `the limits of entries hold`() async throws {
        var rules = Rules()
        rules.goals.entriesDay = 1
        let scene = Scene(rules: rules)
        let goal = try await scene.setMinutes { $0.recurrence = .daily }
        try await scene.finish(try await scene.time(goal: goal), after: 60)
        let finished = try await scene.finish(try await scene.time(goal: goal), after: 60)
        #expect(finished.refusal == "challenges.entries_day_too_many")
        #expect(try await scene.goalEntries(of: goal).count == 1)
    }

    @Test func `deleting a goal deletes its timings, and no others`() async throws {
        let (goal, other) = (try await scene.setMinutes(), try await scene.setMinutes())
        let done = try await scene.time(goal: goal)
        try await scene.finish(done, after: 60)
        let live = try await scene.time(goal: goal)
        let kept = try await scene.time(goal: other)
        _ = try await scene.ask(DeleteGoal(goal: goal), as: scene.ana)
        for timing in [done, live] {
            #expect(
                await scene.refusals(of: GetTiming(timing: timing.id)) == [
                    "challenges.timing_not_found"
                ]
            )
        }
        #expect(try await scene.timing(kept.id) == kept)
        #expect(try await scene.timingRows() == [1, 1])
    }
}
