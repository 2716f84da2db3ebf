import ChallengesAPI
import ChallengesTestKit
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import Dares

@Suite(.freshDatabase(Challenges.migrations))
struct TryAgainTests {
    @Test func `the attempt stays, with the reason, and another may follow`() async throws {
        let scene = Scene()
        let id = try await scene.make(.submitted)
        scene.clock.advance(by: .minutes(1))
        let again = TryAgain(assignment: id, reason: "Blurred.")
        let accepted = try await scene.ask(again, as: scene.ana)
        #expect(accepted.state == .accepted)
        #expect(accepted.reason == nil)
        #expect(accepted.attempts.map(\.outcome) == [.tryAgain])
        #expect(accepted.attempts.map(\.reason) == ["Blurred."])
        #expect(accepted.attempts.map(\.decidedAt) == [scene.clock.now])
        #expect(accepted.attemptsLeft == 4)
        #expect(accepted.deadline == nil)
        #expect(try await scene.get(id).actions == [.submit, .giveUp])
        #expect(try await scene.dueTimes().isEmpty)
    }

    @Test func `a reason must be valid`() async throws {
        let scene = Scene()
        for (text, isAllowed) in Scene.reasons {
            let id = try await scene.make(.submitted)
            let fault = await scene.fault(TryAgain(assignment: id, reason: text), as: scene.ana)
            #expect(fault == (isAllowed ? nil : Scene.noReason))
            #expect(try await scene.get(id).state == (isAllowed ? .accepted : .submitted))
        }
    }

    @Test func `after the last attempt there is no other try`() async throws {
        let scene = Scene(rules: Rules(dares: DareRules(attemptsMax: 2)))
        let id = try await scene.make(.submitted)
        let again = TryAgain(assignment: id, reason: "Again.")
        #expect(try await scene.ask(again, as: scene.ana).attemptsLeft == 1)
        _ = try await scene.ask(SubmitAssignment(assignment: id), as: scene.bo)
        let fault = await scene.fault(again, as: scene.ana)
        #expect(fault?.code == "challenges.attempts_used_up")
        #expect(fault?.kind == .conflict)
        #expect(fault?.assignment == (try await scene.get(id, as: scene.ana)))
        #expect(fault?.assignment?.actions == [.approve, .reject])
    }

    @Test func `another try after the deadline needs a new one, 24 hours ahead`() async throws {
        let scene = Scene(rules: Rules(dares: DareRules(noticeBefore: [])))
        let id = try await scene.make(.submitted, deadline: scene.clock.now + .hours(1))
        scene.clock.advance(by: .hours(1))
        let refusal = Refusal(ChallengesError.extraTimeNeeded, at: "/deadline").fault
        let none = TryAgain(assignment: id, reason: "Again.")
        #expect(await scene.fault(none, as: scene.ana) == refusal)
        let deadline = scene.clock.now + .hours(24)
        let short = TryAgain(assignment: id, reason: "Again.", deadline: deadline - .tick)
        #expect(await scene.fault(short, as: scene.ana) == refusal)
        let long = TryAgain(assignment: id, reason: "Again.", deadline: deadline)
        #expect(try await scene.ask(long, as: scene.ana).deadline == deadline)
        #expect(try await scene.dueTimes() == [deadline])
    }

    @Test func `a deadline that has not passed stays, or is postponed`() async throws {
        let scene = Scene()
        let deadline = scene.clock.now + .hours(1)
        let id = try await scene.make(.submitted, deadline: deadline)
        scene.clock.advance(by: .hours(1) - .tick)
        let early = TryAgain(assignment: id, reason: "Again.", deadline: deadline - .tick)
        let refusal = Refusal(ChallengesError.extraTimeNeeded, at: "/deadline").fault
        #expect(await scene.fault(early, as: scene.ana) == refusal)
        let none = TryAgain(assignment: id, reason: "Again.")
        #expect(try await scene.ask(none, as: scene.ana).deadline == deadline)
    }

    @Test(arguments: [(Duration.days(366), true), (.days(366) + .tick, false)])
    func `a deadline is at most 366 days ahead`(ahead: Duration, isAllowed: Bool) async throws {
        let scene = Scene()
        let id = try await scene.make(.submitted)
        let deadline = scene.clock.now + ahead
        let call = TryAgain(assignment: id, reason: "Again.", deadline: deadline)
        let refusal = Refusal(ChallengesError.deadlineInvalid, at: "/deadline").fault
        #expect(await scene.fault(call, as: scene.ana) == (isAllowed ? nil : refusal))
        #expect(try await scene.get(id).deadline == (isAllowed ? deadline : nil))
    }

    @Test func `a lost reply is repeated, and asks for another try once`() async throws {
        let scene = Scene()
        let id = try await scene.make(.submitted)
        let call = TryAgain(assignment: id, reason: "Again.")
        try await scene.expectRepeatable(call, as: scene.ana) {
            _ = try await scene.ask(SubmitAssignment(assignment: id), as: scene.bo)
        }
        #expect(try await scene.get(id).attempts.map(\.outcome) == [.tryAgain, .waiting])
    }
}
