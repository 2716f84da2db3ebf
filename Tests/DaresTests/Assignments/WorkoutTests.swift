import ChallengesAPI
import ChallengesTestKit
import Identifiers
import IdentityAPI
import MediaAPI
import ScoringAPI
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import Dares
@testable import Definitions

/// The life of a workout beyond its start and its completion: proof, verdicts, time, a block, and
/// many calls at once.
@Suite(.freshDatabase(Challenges.migrations))
struct WorkoutTests {
    @Test func `with required proof it is submitted, tried again, approved and paid once`()
        async throws
    {
        let scene = Scene()
        let id = try await scene.makeWorkout(.started, proof: .required)
        #expect(try await scene.get(id).actions == [.submit, .giveUp])
        let first = SubmitAssignment(assignment: id, mediaIDs: [MediaID()], seconds: 100)
        let submitted = try await scene.ask(first, as: scene.bo)
        #expect(submitted.state == .submitted)
        #expect(submitted.attempts.map(\.seconds) == [100])
        #expect(submitted.seconds == nil)
        #expect(submitted.completedAt == nil)
        #expect(submitted.inTime == nil)
        let again = TryAgain(assignment: id, reason: "Blurred.")
        #expect(try await scene.ask(again, as: scene.ana).state == .started)
        scene.clock.advance(by: .hours(1))
        let submittedAt = scene.clock.now
        let second = SubmitAssignment(assignment: id, mediaIDs: [MediaID()], seconds: 90)
        _ = try await scene.ask(second, as: scene.bo)
        scene.clock.advance(by: .hours(1))
        let approved = try await scene.ask(ApproveSubmission(assignment: id), as: scene.ana)
        #expect(approved.state == .completed)
        #expect(approved.completedAt == submittedAt)
        #expect(approved.closedAt == scene.clock.now)
        #expect(approved.inTime == true)
        #expect(approved.seconds == 90)
        #expect(approved.isVerified == true)
        #expect(approved.points == 10)
        #expect(approved.attempts.map(\.outcome) == [.tryAgain, .approved])
        #expect(try await scene.get(id, as: scene.ana) == approved)
        let events = try await scene.emitted(AssignmentDone.self)
        #expect(events.map(\.assignment) == [id])
        #expect(events.map(\.at) == [scene.clock.now])
        #expect(events.map(\.isVerified) == [true])
    }

    @Test func `what was submitted in time is completed in time, whenever it is judged`()
        async throws
    {
        let scene = Scene()
        let id = try await scene.sendWorkout(
            deadline: scene.clock.now + .hours(1),
            proof: .required
        )
        _ = try await scene.ask(StartAssignment(assignment: id), as: scene.bo)
        scene.clock.advance(by: .hours(1))
        let call = SubmitAssignment(assignment: id, mediaIDs: [MediaID()])
        _ = try await scene.ask(call, as: scene.bo)
        scene.clock.advance(by: .days(2))
        try await scene.fireDue()
        #expect(try await scene.get(id).state == .submitted)
        let approved = try await scene.ask(ApproveSubmission(assignment: id), as: scene.ana)
        #expect(approved.inTime == true)
        #expect(try await scene.emitted(AssignmentDone.self).count == 1)
    }

    @Test func `a late submission is judged, and pays nothing`() async throws {
        let scene = Scene()
        let id = try await scene.makeWorkout(.missed, proof: .required)
        #expect(try await scene.get(id).actions == [.submit])
        let call = SubmitAssignment(assignment: id, mediaIDs: [MediaID()])
        let submitted = try await scene.ask(call, as: scene.bo)
        #expect(submitted.state == .submitted)
        #expect(submitted.closedAt == nil)
        let retracted = try await scene.ask(RetractSubmission(assignment: id), as: scene.bo)
        #expect(retracted.state == .missed)
        #expect(retracted.closedAt == scene.clock.now)
        _ = try await scene.ask(call, as: scene.bo)
        let deadline = scene.clock.now + .days(3)
        let extended = TryAgain(assignment: id, reason: "Blurred.", deadline: deadline)
        let refused = await scene.fault(extended, as: scene.ana)
        #expect(refused?.code == "challenges.too_late")
        #expect(refused?.assignment?.state == .submitted)
        let again = TryAgain(assignment: id, reason: "Blurred.")
        #expect(try await scene.ask(again, as: scene.ana).state == .missed)
        _ = try await scene.ask(call, as: scene.bo)
        _ = try await scene.ask(RejectSubmission(assignment: id, reason: "No."), as: scene.ana)
        let approved = try await scene.ask(ApproveSubmission(assignment: id), as: scene.ana)
        #expect(approved.state == .completed)
        #expect(approved.inTime == false)
        #expect(approved.points == nil)
        #expect(approved.isVerified == true)
        #expect(try await scene.emitted(AssignmentDone.self).isEmpty)
    }

    @Test func `what needs no verdict cannot be submitted`() async throws {
        let scene = Scene()
        for state in [AssignmentLife.State.sent, .started, .missed, .completed] {
            let id = try await scene.makeWorkout(state, proof: .optional)
            let before = try await scene.get(id)
            let call = SubmitAssignment(assignment: id, mediaIDs: [MediaID()])
            let fault = await scene.fault(call, as: scene.bo)
            #expect(fault?.code == "challenges.wrong_state", "\(state)")
            #expect(fault?.assignment == before)
        }
        #expect(scene.media.claimed.isEmpty)
    }

    @Test func `a submission before the start is refused for that`() async throws {
        let scene = Scene()
        let id = try await scene.sendWorkout(proof: .required)
        let call = SubmitAssignment(assignment: id, mediaIDs: [MediaID()])
        let fault = await scene.fault(call, as: scene.bo)
        #expect(fault?.code == "challenges.not_started")
        #expect(fault?.assignment == (try await scene.get(id)))
        #expect(scene.media.claimed.isEmpty)
    }

    @Test func `a submission needs a picture`() async throws {
        let scene = Scene()
        let id = try await scene.makeWorkout(.started, proof: .required)
        let missing = Refusal(ChallengesError.proofMissing, at: "/mediaIDs").fault
        #expect(await scene.fault(SubmitAssignment(assignment: id), as: scene.bo) == missing)
    }

    @Test func `other seconds are another submission`() async throws {
        let scene = Scene()
        let id = try await scene.makeWorkout(.started, proof: .required)
        var call = SubmitAssignment(
            assignment: id,
            attempt: AttemptID(),
            mediaIDs: [MediaID()],
            seconds: 90
        )
        let first = try await scene.ask(call, as: scene.bo)
        #expect(try await scene.ask(call, as: scene.bo) == first)
        // Without seconds it could have taken a timing's, so it is the same submission.
        call.seconds = nil
        #expect(try await scene.ask(call, as: scene.bo) == first)
        call.seconds = 91
        let fault = await scene.fault(call, as: scene.bo)
        #expect(fault?.code == "challenges.id_taken")
        #expect(fault?.assignment == first)
    }

    @Test func `a dare may have a result in seconds too`() async throws {
        let scene = Scene()
        let id = try await scene.make(.accepted)
        _ = try await scene.ask(SubmitAssignment(assignment: id, seconds: 61), as: scene.bo)
        #expect(try await scene.get(id).seconds == nil)
        #expect(try await scene.get(id).attempts.map(\.seconds) == [61])
        let done = try await scene.ask(ApproveSubmission(assignment: id), as: scene.ana)
        #expect(done.seconds == 61)
        #expect(done.completedAt == nil)
        #expect(done.inTime == nil)
        #expect(done.startedAt == nil)
        #expect(try await scene.emitted(AssignmentDone.self).map(\.kind) == [.dare])
    }

    // Time.

    @Test(arguments: [AssignmentLife.State.sent, .started])
    func `it is missed the moment after its deadline, and tells both once`(
        state: AssignmentLife.State
    ) async throws {
        let scene = Scene(rules: Rules(dares: DareRules(noticeBefore: [])))
        let id = try await scene.makeWorkout(state)
        let count = try await scene.newsCount()
        scene.clock.advance(by: .days(10))
        #expect(try await scene.fireDue() == 0)
        scene.clock.advance(by: .tick)
        #expect(try await scene.fireDue() == 1)
        let missed = try await scene.get(id)
        #expect(missed.state == .missed)
        #expect(missed.displayState == .closed)
        #expect(missed.closedReason == "missed")
        #expect(missed.closedAt == scene.clock.now)
        #expect(missed.inTime == nil)
        #expect(
            try await scene.news(after: count) == [
                "expired workoutReceived, deadlineNear", "missed to Bo and Ana",
            ]
        )
        #expect(try await scene.dueTimes() == [])
        #expect(try await scene.fireDue() == 0)
    }

    @Test func `without an answer it waits longer than 14 days`() async throws {
        let scene = Scene(rules: Rules(dares: DareRules(noticeBefore: [])))
        let id = try await scene.sendWorkout(deadline: scene.clock.now + .days(20))
        scene.clock.advance(by: .days(19))
        #expect(try await scene.fireDue() == 0)
        #expect(try await scene.get(id).state == .sent)
    }

    @Test func `a silent sender approves, unverified, in time or late`() async throws {
        let scene = Scene()
        let early = try await scene.makeWorkout(.submitted)
        let late = try await scene.makeWorkout(.missed, proof: .required)
        // Making the late one took ten days, in which the early one was approved.
        #expect(try await scene.get(early).state == .completed)
        #expect(try await scene.get(early).inTime == true)
        let call = SubmitAssignment(assignment: late, mediaIDs: [MediaID()], seconds: 90)
        _ = try await scene.ask(call, as: scene.bo)
        let submittedAt = scene.clock.now
        let count = try await scene.newsCount()
        scene.clock.advance(by: .days(7) - .tick)
        #expect(try await scene.fireDue() == 0)
        scene.clock.advance(by: .tick)
        #expect(try await scene.fireDue() == 1)
        let completed = try await scene.get(late)
        #expect(completed.state == .completed)
        #expect(completed.completedAt == submittedAt)
        #expect(completed.inTime == false)
        #expect(completed.isVerified == false)
        #expect(completed.seconds == 90)
        #expect(completed.attempts.map(\.outcome) == [.approved])
        #expect(
            try await scene.news(after: count) == [
                "expired reviewNeeded", "autoApproved to Bo and Ana",
            ]
        )
        let events = try await scene.emitted(AssignmentDone.self)
        #expect(events.map(\.assignment) == [early])
        #expect(events.map(\.isVerified) == [false])
    }

    // What others do.

    @Test func `a moderator voids a completed one, in time or late`() async throws {
        let scene = Scene()
        let early = try await scene.makeWorkout(.completed)
        let late = try await scene.makeWorkout(.missed)
        _ = try await scene.ask(CompleteAssignment(assignment: late), as: scene.bo)
        for id in [early, late] {
            let count = try await scene.newsCount()
            let call = VoidAssignment(assignment: id, reason: "Fraud.")
            let voided = try await scene.moderate(call)
            #expect(voided.state == .void)
            #expect(voided.isVerified == nil)
            #expect(try await scene.news(after: count) == ["voided to Bo and Ana"])
        }
        let voided = try await scene.emitted(AssignmentVoided.self)
        #expect(voided.map(\.assignment) == [early, late])
    }

    @Test func `a block ends what is open, and what was missed while it could be completed`()
        async throws
    {
        let scene = Scene()
        let old = try await scene.makeWorkout(.missed)
        scene.clock.advance(by: .days(7) - .tick * 2)
        var ids: [AssignmentLife.State: AssignmentID] = [:]
        for state in AssignmentLife.State.ofWorkouts where state != .missed {
            ids[state] = try await scene.makeWorkout(state)
        }
        let young = try await scene.sendWorkout(deadline: scene.clock.now + .minutes(5))
        // A moment more than 7 days after the deadline of the old one.
        scene.clock.advance(by: .minutes(5) + .tick)
        try await scene.fireDue()
        #expect(try await scene.get(old).state == .missed)
        #expect(try await scene.get(young).state == .missed)
        let count = try await scene.newsCount()
        let pair = Pair(scene.ana, scene.bo)
        let block = RelationChanged(
            one: pair.one,
            other: pair.other,
            relation: .blocked,
            version: 2
        )
        _ = try await scene.tell(block)
        for (state, id) in ids {
            let expected = state.isOpen ? "void" : state.rawValue
            #expect(try await scene.get(id).state.rawValue == expected, "\(state)")
        }
        #expect(try await scene.get(young).state == .void)
        #expect(try await scene.get(old).state == .missed)
        // Silent: sent, started and submitted settle what waits, and the missed one has nothing.
        #expect(
            try await scene.news(after: count)
                == Array(repeating: "gone workoutReceived, deadlineNear, reviewNeeded", count: 3)
        )
        #expect(try await scene.emitted(AssignmentVoided.self).isEmpty)
    }

    @Test func `a block voids a missed one until 7 days after its deadline`() async throws {
        for (wait, state) in [
            (Duration.days(7) - .tick, Assignment.State.void), (.days(7), .missed),
        ] {
            let scene = Scene()
            let deadline = scene.clock.now + .hours(1)
            let id = try await scene.sendWorkout(deadline: deadline)
            scene.clock.advance(by: .hours(1) + wait)
            try await scene.fireDue()
            #expect(try await scene.get(id).state == .missed)
            let pair = Pair(scene.ana, scene.bo)
            // Each scene has people of its own.
            let block = RelationChanged(
                one: pair.one,
                other: pair.other,
                relation: .blocked,
                version: 2
            )
            _ = try await scene.tell(block)
            #expect(try await scene.get(id).state == state)
        }
    }

    // Of a definition.

    @Test(arguments: [ChallengeKind.workout, .dare])
    func `a run counts as a use of its definition, and later as completed, even if late`(
        kind: ChallengeKind
    ) async throws {
        let scene = Scene()
        let made = CreateDefinition(name: "Run 5 km", proof: Proof.none)
        let definition = try await scene.ask(made, as: scene.ana).id
        let call = CreateChallenge(
            kind: kind,
            recipients: [scene.bo, scene.cy],
            deadline: scene.clock.now + .hours(1),
            definition: definition
        )
        let ids = try await scene.ask(call, as: scene.ana).assignments.map(\.id)
        func users() async throws -> Int? {
            try await scene.database.counts(of: [definition])[definition]?.users
        }
        func hasCompleted() async throws -> Bool {
            try await scene.database.hasCompleted(definition, scene.bo)
        }
        #expect(try await users() == 0)
        if kind == .workout {
            _ = try await scene.ask(StartAssignment(assignment: ids[0]), as: scene.bo)
            _ = try await scene.ask(StartAssignment(assignment: ids[0]), as: scene.bo)
        } else {
            _ = try await scene.ask(AcceptAssignment(assignment: ids[0]), as: scene.bo)
        }
        #expect(try await users() == 1)
        #expect(try await !hasCompleted())
        _ = try await scene.ask(DenyAssignment(assignment: ids[1]), as: scene.cy)
        #expect(try await users() == 1)
        if kind == .workout {
            scene.clock.advance(by: .hours(1) + .tick)
            _ = try await scene.ask(CompleteAssignment(assignment: ids[0]), as: scene.bo)
            #expect(try await scene.get(ids[0]).inTime == false)
        } else {
            _ = try await scene.ask(SubmitAssignment(assignment: ids[0]), as: scene.bo)
            #expect(try await !hasCompleted())
            _ = try await scene.ask(ApproveSubmission(assignment: ids[0]), as: scene.ana)
        }
        #expect(try await hasCompleted())
        #expect(try await users() == 1)
    }

    // Many at once.

    @Test func `of a hundred starts and completions each counts once`() async throws {
        let scene = Scene()
        let id = try await scene.sendWorkout()
        let count = try await scene.newsCount()
        let faults = await withTaskGroup { group in
            for index in 0..<100 {
                // Some have keys of their own, as a gateway would set them.
                let key = index.isMultiple(of: 3) ? "k\(index)" : nil
                group.addTask {
                    if index.isMultiple(of: 2) {
                        let call = StartAssignment(assignment: id)
                        return await scene.fault(call, as: scene.bo, key: key)
                    }
                    let call = CompleteAssignment(assignment: id, seconds: 60)
                    return await scene.fault(call, as: scene.bo, key: key)
                }
            }
            return await group.reduce(into: [Fault?]()) { $0.append($1) }
        }
        // Only those that came before the first start are refused.
        #expect(faults.compactMap { $0 }.allSatisfy { $0.code == "challenges.not_started" })
        _ = try await scene.ask(
            CompleteAssignment(assignment: id, seconds: 60),
            as: scene.bo
        )
        let completed = try await scene.get(id)
        #expect(completed.state == .completed)
        #expect(completed.version == 3)
        #expect(try await scene.emitted(AssignmentDone.self).map(\.assignment) == [id])
        #expect(
            try await scene.news(after: count) == [
                "acted workoutReceived", "accepted to Ana by Bo", "acted deadlineNear",
                "completed to Ana by Bo",
            ]
        )
    }

    @Test func `of many completions with pictures one counts`() async throws {
        let scene = Scene()
        let id = try await scene.makeWorkout(.started, proof: .optional)
        let call = CompleteAssignment(assignment: id, note: "Phew.", mediaIDs: [MediaID()])
        let replies = try await withThrowingTaskGroup { group in
            for _ in 0..<20 { group.addTask { try await scene.ask(call, as: scene.bo) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(replies).count == 1)
        #expect(try await scene.get(id).attempts.count == 1)
        #expect(try await scene.emitted(MediaUsed.self).count == 1)
        #expect(try await scene.emitted(AssignmentDone.self).count == 1)
    }

    @Test func `a completion and the deadline's timer do not both count`() async throws {
        let scene = Scene()
        let deadline = scene.clock.now + .hours(1)
        var ids: [AssignmentID] = []
        for _ in 0..<10 {
            let id = try await scene.sendWorkout(deadline: deadline)
            _ = try await scene.ask(StartAssignment(assignment: id), as: scene.bo)
            ids.append(id)
        }
        scene.clock.advance(by: .hours(1) + .tick)
        await withTaskGroup { group in
            group.addTask { _ = try? await scene.fireDue() }
            group.addTask { _ = try? await scene.fireDue() }
            for id in ids {
                group.addTask {
                    _ = await scene.fault(CompleteAssignment(assignment: id), as: scene.bo)
                }
            }
        }
        for id in ids {
            let completed = try await scene.get(id)
            #expect(completed.state == .completed)
            #expect(completed.inTime == false)
            #expect(completed.version == 4)
        }
        #expect(try await scene.emitted(AssignmentDone.self).isEmpty)
    }
}
