import ChallengesAPI
import ChallengesTestKit
import Identifiers
import MediaAPI
import ScoringAPI
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import Dares

@Suite(.freshDatabase(Challenges.migrations))
struct CompleteAssignmentTests {
    @Test func `a started workout is completed in time, and pays`() async throws {
        let scene = Scene()
        let id = try await scene.makeWorkout(.started)
        scene.clock.advance(by: .minutes(25))
        let call = CompleteAssignment(assignment: id, seconds: 1_432)
        let completed = try await scene.ask(call, as: scene.bo)
        #expect(completed.state == .completed)
        #expect(completed.displayState == .done)
        #expect(completed.icon == .none)
        #expect(completed.actions == [])
        #expect(completed.completedAt == scene.clock.now)
        #expect(completed.closedAt == scene.clock.now)
        #expect(completed.inTime == true)
        #expect(completed.seconds == 1_432)
        #expect(completed.isVerified == false)
        #expect(completed.attempts == [])
        #expect(completed.points == 100)
        #expect(completed.version == 3)
        let seen = try await scene.get(id, as: scene.ana)
        #expect(seen.points == 10)
        #expect(seen.seconds == 1_432)
        let events = try await scene.emitted(AssignmentDone.self)
        #expect(events.map(\.assignment) == [id])
        #expect(events.map(\.completer) == [scene.bo])
        #expect(events.map(\.sender) == [scene.ana])
        #expect(events.map(\.at) == [scene.clock.now])
        #expect(events.map(\.isVerified) == [false])
        #expect(events.map(\.kind) == [.workout])
        #expect(try await scene.dueTimes() == [])
    }

    @Test func `a late one is completed without points, for 7 days`() async throws {
        let scene = Scene()
        let deadline = scene.clock.now + .hours(1)
        let first = try await scene.sendWorkout(deadline: deadline)
        let second = try await scene.sendWorkout(deadline: deadline)
        for id in [first, second] {
            _ = try await scene.ask(StartAssignment(assignment: id), as: scene.bo)
        }
        scene.clock.advance(by: .hours(1) + .days(7) - .tick)
        let completed = try await scene.ask(CompleteAssignment(assignment: first), as: scene.bo)
        #expect(completed.state == .completed)
        #expect(completed.inTime == false)
        #expect(completed.completedAt == scene.clock.now)
        #expect(completed.points == nil)
        scene.clock.advance(by: .tick)
        // Whether its timer has fired or not.
        for _ in 0..<2 {
            let fault = await scene.fault(CompleteAssignment(assignment: second), as: scene.bo)
            #expect(fault?.code == "challenges.too_late")
            #expect(fault?.kind == .conflict)
            #expect(fault?.assignment == (try await scene.get(second)))
            try await scene.fireDue()
        }
        #expect(try await scene.get(second).state == .missed)
        #expect(try await scene.get(second).actions == [])
        #expect(try await scene.emitted(AssignmentDone.self).isEmpty)
    }

    @Test func `at its deadline it is in time, and a moment later not`() async throws {
        for (wait, isInTime) in [(Duration.hours(1), true), (.hours(1) + .tick, false)] {
            let scene = Scene()
            let id = try await scene.sendWorkout(deadline: scene.clock.now + .hours(1))
            _ = try await scene.ask(StartAssignment(assignment: id), as: scene.bo)
            scene.clock.advance(by: wait)
            try await scene.fireDue()
            let state = try await scene.get(id).state
            #expect(state == (isInTime ? .started : .missed))
            let completed = try await scene.ask(CompleteAssignment(assignment: id), as: scene.bo)
            #expect(completed.inTime == isInTime)
            let paid = try await scene.emitted(AssignmentDone.self).filter { $0.assignment == id }
            #expect(paid.count == (isInTime ? 1 : 0))
        }
    }

    @Test(arguments: [Proof.none, .required])
    func `before the start it is refused for that`(proof: Proof) async throws {
        let scene = Scene()
        let id = try await scene.sendWorkout(proof: proof)
        let before = try await scene.get(id)
        for call in [
            CompleteAssignment(assignment: id),
            CompleteAssignment(assignment: id, note: "Done.", mediaIDs: [MediaID()]),
        ] {
            let fault = await scene.fault(call, as: scene.bo)
            #expect(fault?.code == "challenges.not_started")
            #expect(fault?.kind == .conflict)
            #expect(fault?.assignment == before)
        }
        #expect(scene.media.claimed.isEmpty)
        scene.clock.advance(by: .days(11))
        try await scene.fireDue()
        let missed = await scene.fault(CompleteAssignment(assignment: id), as: scene.bo)
        #expect(missed?.code == "challenges.not_started")
        #expect(missed?.assignment?.state == .missed)
    }

    @Test(arguments: [AssignmentLife.State.started, .missed, .completed])
    func `where proof is required it is submitted instead`(
        state: AssignmentLife.State
    ) async throws {
        let scene = Scene()
        let id = try await scene.makeWorkout(state, proof: .required)
        let before = try await scene.get(id)
        let refusal = Refusal(ChallengesError.proofMissing, at: "/mediaIDs").fault
        for pictures in [[], [MediaID()]] {
            let call = CompleteAssignment(assignment: id, mediaIDs: pictures)
            #expect(await scene.fault(call, as: scene.bo) == refusal)
        }
        #expect(try await scene.get(id) == before)
    }

    @Test func `an equal completion gets the same answer, and another one is refused`()
        async throws
    {
        let scene = Scene()
        let id = try await scene.makeWorkout(.started)
        let call = CompleteAssignment(assignment: id, seconds: 60)
        let first = try await scene.ask(call, as: scene.bo, key: "k")
        let news = try await scene.newsCount()
        scene.clock.advance(by: .days(30))
        for key in ["k", "another", nil] {
            #expect(try await scene.ask(call, as: scene.bo, key: key) == first)
        }
        for other in [
            CompleteAssignment(assignment: id), CompleteAssignment(assignment: id, seconds: 61),
            CompleteAssignment(assignment: id, seconds: 60, note: "Phew."),
        ] {
            let fault = await scene.fault(other, as: scene.bo)
            #expect(fault?.code == "challenges.wrong_state")
            #expect(fault?.kind == .conflict)
            #expect(fault?.assignment == first)
        }
        #expect(try await scene.newsCount() == news)
        #expect(try await scene.emitted(AssignmentDone.self).count == 1)
    }

    @Test func `a note and pictures come along, and nobody judges them`() async throws {
        let scene = Scene()
        let id = try await scene.makeWorkout(.started, proof: .optional)
        scene.clock.advance(by: .minutes(1))
        let pictures = [MediaID(), MediaID()]
        let call = CompleteAssignment(
            assignment: id,
            attempt: AttemptID(),
            seconds: 0,
            note: "Phew.",
            mediaIDs: pictures
        )
        let completed = try await scene.ask(call, as: scene.bo)
        let attempt = try #require(completed.attempts.first)
        #expect(completed.attempts.count == 1)
        #expect(attempt.id == call.attempt)
        #expect(attempt.number == 1)
        #expect(attempt.note == "Phew.")
        #expect(attempt.media.map(\.id) == pictures)
        #expect(attempt.outcome == .approved)
        #expect(attempt.submittedAt == scene.clock.now)
        #expect(attempt.decidedAt == scene.clock.now)
        #expect(attempt.seconds == 0)
        #expect(completed.seconds == 0)
        #expect(completed.isVerified == false)
        #expect(completed.state == .completed)
        #expect(try await scene.get(id) == completed)
        let used = try await scene.emitted(MediaUsed.self)
        #expect(used.map(\.media) == [pictures])
        #expect(used.map(\.cause) == ["attempt:\(attempt.id)"])
        #expect(try await scene.emitted(AssignmentDone.self).count == 1)
    }

    @Test func `a completion with an attempt is repeated by its content`() async throws {
        let scene = Scene()
        let id = try await scene.makeWorkout(.started, proof: .optional)
        let pictures = [MediaID(), MediaID()]
        let call = CompleteAssignment(
            assignment: id,
            attempt: AttemptID(),
            seconds: 60,
            note: "Phew.",
            mediaIDs: pictures
        )
        let first = try await scene.ask(call, as: scene.bo)
        var unnamed = call
        unnamed.attempt = nil
        var renamed = call
        renamed.attempt = AttemptID()
        for repetition in [call, unnamed, renamed] {
            #expect(try await scene.ask(repetition, as: scene.bo, key: "\(EventID())") == first)
        }
        let changes: [(String, (inout CompleteAssignment) -> Void)] = [
            ("note", { $0.note = "Phew!" }), ("no note", { $0.note = nil }),
            ("no pictures", { $0.mediaIDs = nil }),
            ("order of pictures", { $0.mediaIDs = pictures.reversed() }),
            ("seconds", { $0.seconds = 61 }),
        ]
        for (what, change) in changes {
            var named = call
            change(&named)
            let taken = await scene.fault(named, as: scene.bo)
            #expect(taken?.code == "challenges.id_taken", "\(what)")
            #expect(taken?.assignment == first, "\(what)")
            var other = unnamed
            change(&other)
            let fault = await scene.fault(other, as: scene.bo)
            #expect(fault?.code == "challenges.wrong_state", "\(what)")
            #expect(fault?.assignment == first, "\(what)")
        }
        #expect(scene.media.claimed.count == 1)
        #expect(try await scene.emitted(MediaUsed.self).count == 1)
        #expect(try await scene.emitted(AssignmentDone.self).count == 1)
    }

    @Test func `an attempt of another assignment is taken`() async throws {
        let scene = Scene()
        let one = try await scene.makeWorkout(.started)
        let other = try await scene.makeWorkout(.started)
        let attempt = AttemptID()
        _ = try await scene.ask(
            CompleteAssignment(assignment: one, attempt: attempt, note: "Phew."),
            as: scene.bo
        )
        let call = CompleteAssignment(assignment: other, attempt: attempt, note: "Phew.")
        let fault = await scene.fault(call, as: scene.bo)
        #expect(fault?.code == "challenges.id_taken")
        #expect(fault?.assignment == (try await scene.get(other)))
        #expect(try await scene.get(other).state == .started)
    }

    @Test func `pictures are refused where none are taken, and a missing one is reported`()
        async throws
    {
        let scene = Scene()
        let bare = try await scene.makeWorkout(.started)
        let noted = CompleteAssignment(assignment: bare, note: "Phew.", mediaIDs: [MediaID()])
        let unwanted = Refusal(ChallengesError.proofUnwanted, at: "/mediaIDs").fault
        #expect(await scene.fault(noted, as: scene.bo) == unwanted)
        let shown = try await scene.makeWorkout(.started, proof: .optional)
        let pictures = [MediaID(), MediaID()]
        scene.media.lose(pictures[1])
        let call = CompleteAssignment(assignment: shown, mediaIDs: pictures)
        let missing = Refusal(ChallengesError.mediaNotFound, at: "/mediaIDs/1").fault
        #expect(await scene.fault(call, as: scene.bo) == missing)
        for id in [bare, shown] { #expect(try await scene.get(id).state == .started) }
    }

    @Test func `a result is 0 seconds to 366 days`() async throws {
        let scene = Scene()
        for (seconds, isTaken) in [
            (-1, false), (0, true), (31_622_400, true), (31_622_401, false), (Int.min, false),
            (Int.max, false),
        ] {
            let id = try await scene.makeWorkout(.started)
            let call = CompleteAssignment(assignment: id, seconds: seconds)
            let refusal = Refusal(ChallengesError.secondsInvalid, at: "/seconds").fault
            #expect(await scene.fault(call, as: scene.bo) == (isTaken ? nil : refusal))
            #expect(try await scene.get(id).seconds == (isTaken ? seconds : nil))
            let judged = try await scene.makeWorkout(.started, proof: .required)
            let submission = SubmitAssignment(
                assignment: judged,
                mediaIDs: [MediaID()],
                seconds: seconds
            )
            #expect(await scene.fault(submission, as: scene.bo) == (isTaken ? nil : refusal))
        }
    }

    @Test func `all invalid fields are reported`() async throws {
        let scene = Scene()
        let id = try await scene.makeWorkout(.started)
        let picture = MediaID()
        let fault = await scene.fault(
            CompleteAssignment(
                assignment: id,
                seconds: -1,
                note: String(repeating: "x", count: 2_001),
                mediaIDs: [picture] + (0..<9).map { _ in MediaID() } + [picture]
            ),
            as: scene.bo
        )
        #expect(
            fault?.fields?.map { "\($0.pointer) \($0.code)" } == [
                "/note challenges.note_invalid", "/mediaIDs challenges.media_too_many",
                "/mediaIDs/10 challenges.media_repeated", "/seconds challenges.seconds_invalid",
            ]
        )
        #expect(try await scene.get(id).state == .started)
    }

    @Test func `only its recipient completes it, and a dare nobody`() async throws {
        let scene = Scene()
        let id = try await scene.makeWorkout(.started)
        for call in [
            CompleteAssignment(assignment: id), CompleteAssignment(assignment: id, note: "Phew."),
        ] {
            let watched = await scene.fault(call, as: scene.ana)
            #expect(watched?.code == "challenges.not_your_part")
            #expect(watched?.assignment == (try await scene.get(id, as: scene.ana)))
            let strange = await scene.fault(call, as: scene.cy)
            #expect(strange == ChallengesError.assignmentNotFound.fault)
            var old = call
            old.ifVersion = 1
            let stale = await scene.fault(old, as: scene.bo)
            #expect(stale?.code == "challenges.version_stale")
        }
        let dare = try await scene.make(.accepted)
        for call in [
            CompleteAssignment(assignment: dare),
            CompleteAssignment(assignment: dare, note: "Phew."),
        ] {
            let fault = await scene.fault(call, as: scene.bo)
            #expect(fault?.code == "challenges.wrong_state")
            #expect(fault?.assignment == (try await scene.get(dare)))
        }
    }

    @Test func `what is over is not completed`() async throws {
        let scene = Scene()
        for state in [AssignmentLife.State.denied, .withdrawn, .abandoned, .void] {
            let id = try await scene.makeWorkout(state)
            let before = try await scene.get(id)
            let fault = await scene.fault(CompleteAssignment(assignment: id), as: scene.bo)
            #expect(fault?.code == "challenges.wrong_state")
            #expect(fault?.assignment == before)
        }
    }

    @Test func `a lost reply is repeated`() async throws {
        let scene = Scene()
        let id = try await scene.makeWorkout(.started)
        try await scene.expectRepeatable(
            CompleteAssignment(assignment: id, note: "Phew."),
            as: scene.bo
        ) {
            _ = try await scene.moderate(VoidAssignment(assignment: id, reason: "Fraud."))
        }
    }
}
