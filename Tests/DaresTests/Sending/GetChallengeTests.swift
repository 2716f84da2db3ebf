import ChallengesAPI
import ChallengesTestKit
import Identifiers
import Postgres
import RPC
import TestKit
import Testing
import Values
import Wire

@testable import Challenges

@Suite(.freshDatabase(Challenges.migrations))
struct GetChallengeTests {
    @Test func `its author sees it as it was made, with the states of now`() async throws {
        let scene = Scene()
        let made = try await scene.ask(
            CreateChallenge(name: "Dance", recipients: [scene.cy, scene.bo]),
            as: scene.ana
        )
        let call = GetChallenge(challenge: made.id)
        #expect(try await scene.ask(call, as: scene.ana) == made)
        let accept = AcceptAssignment(assignment: made.assignments[1].id)
        _ = try await scene.ask(accept, as: scene.bo)
        let seen = try await scene.ask(call, as: scene.ana)
        #expect(seen.assignments.map(\.id) == made.assignments.map(\.id))
        #expect(seen.assignments.map(\.recipient.id) == [scene.cy, scene.bo])
        #expect(seen.assignments.map(\.state) == [.sent, .accepted])
        #expect(seen.name == "Dance")
        #expect(seen.createdAt == made.createdAt)
    }

    @Test func `a workout is shown with its deadline and what it says`() async throws {
        let scene = Scene()
        let definition = try await scene.defineRun(pictures: [MediaID()])
        let made = try await scene.send(definition)
        let seen = try await scene.ask(GetChallenge(challenge: made.id), as: scene.ana)
        #expect(seen == made)
        #expect(seen.kind == .workout)
        #expect(seen.deadline == scene.clock.now + .days(1))
        #expect(seen.photos.count == 1)
    }

    @Test func `for other users the challenge does not exist`() async throws {
        let scene = Scene()
        let made = try await scene.ask(
            CreateChallenge(name: "Dance", recipients: [scene.bo]),
            as: scene.ana
        )
        let missing = ChallengesError.challengeNotFound.fault
        for user in [scene.bo, scene.cy] {
            let call = GetChallenge(challenge: made.id)
            #expect(await scene.fault(call, as: user) == missing)
        }
        let nowhere = GetChallenge(challenge: ChallengeID())
        #expect(await scene.fault(nowhere, as: scene.ana) == missing)
        #expect(missing.kind == .notFound)
    }

    @Test func `one of a kind without assignments is neither shown nor copied`() async throws {
        let scene = Scene()
        let made = try await scene.ask(
            CreateChallenge(name: "Dance", recipients: [scene.bo]),
            as: scene.ana
        )
        try await scene.database.run("UPDATE challenges SET kind = 'later' WHERE id = \(made.id)")
        let missing = ChallengesError.challengeNotFound.fault
        #expect(await scene.fault(GetChallenge(challenge: made.id), as: scene.ana) == missing)
        let unknown = Refusal(ChallengesError.copyUnknown, at: "/copyOf").fault
        #expect(await scene.fault(CreateChallenge(copyOf: made.id), as: scene.ana) == unknown)
        let same = CreateChallenge(id: made.id, name: "Dance", recipients: [scene.bo])
        #expect(await scene.fault(same, as: scene.ana) == ChallengesError.idTaken.fault)
    }

    @Test func `it cannot be seen without signing in`() async throws {
        let scene = Scene()
        let call = GetChallenge(challenge: try await scene.get(scene.send()).challenge.id)
        await #expect(throws: WireError.signInNeeded.fault) {
            try await scene.board.call(call, in: CallContext())
        }
    }
}
