import ChallengesAPI
import ChallengesTestKit
import Dares
import Identifiers
import IdentityAPI
import MediaAPI
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import ChallengesCore

/// What recipients time of dares and workouts, and what that makes (2.6-result, SF-10).
@Suite(.freshDatabase(Challenges.migrations))
struct TimedAssignmentsTests {
    private let scene = Scene()

    /// Bo times an assignment.
    private func time(
        _ assignment: AssignmentID,
        _ change: (inout StartTiming) -> Void = { _ in }
    ) async throws -> Timing {
        try await scene.time(.assignment, assignment.uuid, as: scene.bo, change)
    }

    private func refusals(of assignment: AssignmentID) async -> [String] {
        let call = StartTiming(of: .assignment, subject: assignment.uuid)
        return await scene.refusals(of: call, as: scene.bo)
    }

    @Test func `a workout is completed with the seconds that it took`() async throws {
        let id = try await scene.makeWorkout(.started)
        let made = try await time(id)
        #expect(made.mode == .stopwatch)
        let finished = try await scene.finish(made, after: 1_432, telling: 1_432_999, as: scene.bo)
        #expect(finished.result == Timing.Result(kind: .assignment, id: id.uuid))
        let done = try await scene.get(id)
        #expect(done.state == .completed)
        #expect(done.seconds == 1_432)
        #expect(done.completedAt == scene.clock.now)
        #expect(done.attempts.isEmpty)
        #expect(try await scene.told(.completed).count == 1)
        #expect(try await scene.finish(made, after: 3, as: scene.bo) == finished)
        #expect(try await scene.get(id) == done)
    }

    @Test func `with a note or a picture it is completed with an attempt`() async throws {
        let id = try await scene.makeWorkout(.started, proof: .optional)
        let picture = MediaID()
        let finished = try await scene.finish(
            try await time(id),
            after: 60,
            as: scene.bo,
            note: "Phew.",
            mediaIDs: [picture]
        )
        #expect(finished.result?.kind == .assignment)
        let done = try await scene.get(id)
        #expect(done.state == .completed)
        let attempt = try #require(done.attempts.first)
        #expect(attempt.note == "Phew.")
        #expect(attempt.media.map(\.id) == [picture])
        #expect(attempt.seconds == 60)
        #expect(attempt.outcome == .approved)
        #expect(scene.media.claimed.map(\.cause) == ["attempt:\(attempt.id)"])
    }

    @Test func `a dare is submitted`() async throws {
        let id = try await scene.make(.accepted)
        try await scene.finish(try await time(id), after: 60, as: scene.bo, note: "Done.")
        let seen = try await scene.get(id)
        #expect(seen.state == .submitted)
        #expect(seen.attempts.map(\.seconds) == [60])
        #expect(seen.attempts.map(\.note) == ["Done."])
        #expect(try await scene.told(.reviewNeeded).count == 1)
    }

    @Test func `with the picture that is required a workout is submitted`() async throws {
        let id = try await scene.makeWorkout(.started, proof: .required)
        let finished = try await scene.finish(
            try await time(id),
            after: 60,
            as: scene.bo,
            mediaIDs: [MediaID()]
        )
        #expect(finished.refusal == nil)
        let seen = try await scene.get(id)
        #expect(seen.state == .submitted)
        #expect(seen.attempts.map(\.seconds) == [60])
    }

    @Test func `without it the time is kept for the submission`() async throws {
        let id = try await scene.makeWorkout(.started, proof: .required)
        for seconds in [99, 60] {
            let made = try await time(id)
            let finished = try await scene.finish(made, after: seconds, as: scene.bo)
            #expect(finished.state == .finished)
            #expect(finished.refusal == "challenges.proof_missing")
            #expect(finished.elapsedMilliseconds == seconds * 1_000)
        }
        #expect(try await scene.get(id).state == .started)
        let attempt = AttemptID()
        let call = SubmitAssignment(
            assignment: id,
            attempt: attempt,
            mediaIDs: [MediaID()]
        )
        let submitted = try await scene.ask(call, as: scene.bo, key: "k")
        #expect(submitted.attempts.map(\.seconds) == [60])
        // Repetitions, by the key and by the id.
        #expect(try await scene.ask(call, as: scene.bo, key: "k") == submitted)
        #expect(try await scene.ask(call, as: scene.bo).attempts == submitted.attempts)
        // It was for this submission alone.
        _ = try await scene.ask(TryAgain(assignment: id, reason: "Too dark."), as: scene.ana)
        let second = SubmitAssignment(assignment: id, mediaIDs: [MediaID()])
        let again = try await scene.ask(second, as: scene.bo)
        #expect(again.attempts.map(\.seconds) == [60, nil])
    }

    @Test func `what the submission says itself comes first`() async throws {
        let id = try await scene.makeWorkout(.started, proof: .required)
        try await scene.finish(try await time(id), after: 60, as: scene.bo)
        let call = SubmitAssignment(assignment: id, mediaIDs: [MediaID()], seconds: 58)
        #expect(try await scene.ask(call, as: scene.bo).attempts.map(\.seconds) == [58])
    }

    @Test func `what was discarded, or made something, is not kept`() async throws {
        let id = try await scene.makeWorkout(.started, proof: .required)
        let made = try await time(id)
        _ = try await scene.ask(DiscardTiming(timing: made.id), as: scene.bo)
        let short = try await time(id) { $0.targetSeconds = 60 }
        let finished = try await scene.finish(short, after: 59, as: scene.bo)
        #expect(finished.refusal == "challenges.timing_too_short")
        let call = SubmitAssignment(assignment: id, mediaIDs: [MediaID()])
        #expect(try await scene.ask(call, as: scene.bo).seconds == nil)
    }

    @Test func `a countdown completes only if it is met`() async throws {
        let id = try await scene.makeWorkout(.started)
        let short = try await time(id) { $0.targetSeconds = 60 }
        let tooShort = try await scene.finish(short, after: 59, telling: 59_999, as: scene.bo)
        #expect(tooShort.refusal == "challenges.timing_too_short")
        #expect(try await scene.get(id).state == .started)
        let long = try await time(id) { $0.targetSeconds = 60 }
        try await scene.finish(long, after: 60, as: scene.bo)
        #expect(try await scene.get(id).state == .completed)
    }

    // Whether it is open.

    @Test func `a workout is timed once it was started, and a dare once it is accepted`()
        async throws
    {
        #expect(
            await refusals(of: try await scene.makeWorkout(.sent)) == ["challenges.not_started"]
        )
        #expect(await refusals(of: try await scene.make(.sent)) == ["challenges.wrong_state"])
        for state in [AssignmentLife.State.submitted, .completed, .abandoned, .void, .rejected] {
            let id = try await scene.makeWorkout(state)
            #expect(await refusals(of: id) == ["challenges.wrong_state"], "\(state)")
        }
        for state in [AssignmentLife.State.submitted, .done, .denied, .expired] {
            let id = try await scene.make(state)
            #expect(await refusals(of: id) == ["challenges.wrong_state"], "\(state)")
        }
        let fault = await scene.fault(
            StartTiming(of: .assignment, subject: try await scene.makeWorkout(.sent).uuid),
            as: scene.bo
        )
        #expect(fault?.kind == .conflict)
    }

    @Test func `a missed workout is timed while it may be completed`() async throws {
        let id = try await scene.makeWorkout(.missed)
        let made = try await time(id)
        try await scene.finish(made, after: 60, as: scene.bo)
        let done = try await scene.get(id)
        #expect(done.state == .completed)
        #expect(done.inTime == false)
        let late = try await scene.makeWorkout(.missed)
        scene.clock.advance(by: .days(7))
        #expect(await refusals(of: late) == ["challenges.too_late"])
    }

    @Test func `what was completed, withdrawn or blocked meanwhile is not completed again`()
        async throws
    {
        for end in ["complete", "give up", "block"] {
            let id = try await scene.makeWorkout(.started)
            let made = try await time(id)
            switch end {
            case "complete":
                _ = try await scene.ask(CompleteAssignment(assignment: id), as: scene.bo)
            case "give up": _ = try await scene.ask(GiveUpAssignment(assignment: id), as: scene.bo)
            default:
                let pair = Pair(scene.ana, scene.bo)
                _ = try await scene.tell(
                    RelationChanged(
                        one: pair.one,
                        other: pair.other,
                        relation: .blocked,
                        version: 2
                    )
                )
            }
            let before = try await scene.get(id)
            let finished = try await scene.finish(made, after: 60, as: scene.bo)
            #expect(finished.state == .finished, "\(end)")
            #expect(finished.refusal == "challenges.wrong_state", "\(end)")
            #expect(try await scene.get(id) == before, "\(end)")
        }
    }
}
