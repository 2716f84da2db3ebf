import ChallengesAPI
import ChallengesTestKit
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import Dares

@Suite(.freshDatabase(Challenges.migrations))
struct StartAssignmentTests {
    @Test func `a workout is started, which accepts it`() async throws {
        let scene = Scene(rules: Rules(dares: DareRules(noticeBefore: [])))
        let deadline = scene.clock.now + .days(30)
        let id = try await scene.sendWorkout(deadline: deadline)
        scene.clock.advance(by: .days(20))
        let started = try await scene.ask(StartAssignment(assignment: id), as: scene.bo)
        #expect(started.state == .started)
        #expect(started.displayState == .accepted)
        #expect(started.icon == .check)
        #expect(started.actions == [.complete, .giveUp])
        #expect(started.startedAt == scene.clock.now)
        #expect(started.answeredAt == scene.clock.now)
        #expect(started.readAt == scene.clock.now)
        #expect(started.closedAt == nil)
        #expect(started.version == 2)
        #expect(started.challenge.kind == .workout)
        #expect(try await scene.get(id) == started)
        let seen = try await scene.get(id, as: scene.ana)
        #expect(seen.actions == [.excuse])
        #expect(seen.startedAt == started.startedAt)
        #expect(try await scene.dueTimes() == [deadline + .tick])
    }

    @Test func `the first start counts, with any key`() async throws {
        let scene = Scene()
        let id = try await scene.sendWorkout()
        let call = StartAssignment(assignment: id)
        let first = try await scene.ask(call, as: scene.bo, key: "k")
        let news = try await scene.newsCount()
        scene.clock.advance(by: .minutes(1))
        for key in ["k", "another", nil] {
            #expect(try await scene.ask(call, as: scene.bo, key: key) == first)
        }
        _ = try await scene.ask(CompleteAssignment(assignment: id), as: scene.bo)
        let completed = try await scene.get(id)
        #expect(try await scene.ask(call, as: scene.bo, key: "last") == completed)
        #expect(completed.startedAt == first.startedAt)
        // The completion alone told and settled something.
        #expect(try await scene.newsCount() == news + 2)
    }

    @Test func `a missed one is started for 7 days, and stays missed`() async throws {
        let scene = Scene()
        let deadline = scene.clock.now + .hours(1)
        let id = try await scene.sendWorkout(deadline: deadline)
        let other = try await scene.sendWorkout(deadline: deadline)
        scene.clock.advance(by: .hours(1) + .tick)
        try await scene.fireDue()
        let missed = try await scene.get(id)
        #expect(missed.state == .missed)
        #expect(missed.actions == [.start])
        #expect(missed.startedAt == nil)
        let news = try await scene.newsCount()
        scene.clock.advance(by: .days(7) - .tick * 2)
        let started = try await scene.ask(StartAssignment(assignment: id), as: scene.bo)
        #expect(started.state == .missed)
        #expect(started.startedAt == scene.clock.now)
        #expect(started.actions == [.complete])
        #expect(started.version == missed.version + 1)
        #expect(try await scene.newsCount() == news)
        scene.clock.advance(by: .tick)
        let before = try await scene.get(other)
        let fault = await scene.fault(StartAssignment(assignment: other), as: scene.bo)
        #expect(fault?.code == "challenges.too_late")
        #expect(fault?.kind == .conflict)
        #expect(fault?.assignment == before)
    }

    @Test func `time goes first, however late its timer is`() async throws {
        let scene = Scene()
        let id = try await scene.sendWorkout(deadline: scene.clock.now + .hours(30))
        scene.clock.advance(by: .hours(31))
        let started = try await scene.ask(StartAssignment(assignment: id), as: scene.bo)
        #expect(started.state == .missed)
        #expect(started.startedAt == scene.clock.now)
        #expect(started.closedAt == scene.clock.now)
    }

    @Test func `only its recipient starts it, and a dare nobody`() async throws {
        let scene = Scene()
        let id = try await scene.sendWorkout()
        let call = StartAssignment(assignment: id)
        let watched = await scene.fault(call, as: scene.ana)
        #expect(watched?.code == "challenges.not_your_part")
        #expect(watched?.assignment == (try await scene.get(id, as: scene.ana)))
        let strange = await scene.fault(call, as: scene.cy)
        #expect(strange == ChallengesError.assignmentNotFound.fault)
        let old = await scene.fault(StartAssignment(assignment: id, ifVersion: 0), as: scene.bo)
        #expect(old?.code == "challenges.version_stale")
        let dare = try await scene.send()
        for user in [scene.bo, scene.ana] {
            let fault = await scene.fault(StartAssignment(assignment: dare), as: user)
            #expect(fault?.code == "challenges.wrong_state")
            #expect(fault?.assignment == (try await scene.get(dare, as: user)))
        }
        let accepted = await scene.fault(AcceptAssignment(assignment: id), as: scene.bo)
        #expect(accepted?.code == "challenges.wrong_state")
    }

    @Test func `what is over is not started`() async throws {
        let scene = Scene()
        for state in [AssignmentLife.State.denied, .rejected, .withdrawn, .abandoned, .void] {
            let id = try await scene.makeWorkout(state)
            let before = try await scene.get(id)
            let fault = await scene.fault(StartAssignment(assignment: id), as: scene.bo)
            #expect(fault?.code == "challenges.wrong_state")
            #expect(fault?.assignment == before)
            #expect(before.startedAt == (state == .denied ? nil : before.answeredAt))
        }
    }

    @Test func `a lost reply is repeated`() async throws {
        let scene = Scene()
        let id = try await scene.sendWorkout()
        try await scene.expectRepeatable(StartAssignment(assignment: id), as: scene.bo) {
            _ = try await scene.ask(GiveUpAssignment(assignment: id), as: scene.bo)
        }
    }
}
