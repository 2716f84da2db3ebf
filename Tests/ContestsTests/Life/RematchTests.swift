import ChallengesAPI
import ChallengesTestKit
import Identifiers
import IdentityAPI
import MediaAPI
import TestKit
import Testing
import Values
import Wire

@testable import Challenges

/// Challenges that are sent again (2.1-rematch).
@Suite(.freshDatabase(Challenges.migrations))
struct RematchTests {
    @Test func `a copy asks the same people for the same, as if for the first time`()
        async throws
    {
        let scene = Scene()
        let first = try await scene.ask(
            CreateChallenge(
                name: "10 push-ups",
                description: "In one go.",
                recipients: [scene.cy, scene.bo],
                deadline: scene.clock.now + .days(1),
                proof: .required
            ),
            as: scene.ana
        )
        let done = first.assignments[1].id
        _ = try await scene.ask(AcceptAssignment(assignment: done), as: scene.bo)
        let submit = SubmitAssignment(assignment: done, mediaIDs: [MediaID()])
        _ = try await scene.ask(submit, as: scene.bo)
        _ = try await scene.ask(ApproveSubmission(assignment: done), as: scene.ana)
        let old = try await scene.ask(GetChallenge(challenge: first.id), as: scene.ana)
        scene.clock.advance(by: .days(2))

        let copy = try await scene.ask(CreateChallenge(copyOf: first.id), as: scene.ana)
        #expect(copy.id != first.id)
        #expect(copy.copyOf == first.id)
        #expect(copy.name == "10 push-ups")
        #expect(copy.description == "In one go.")
        #expect(copy.proof == .required)
        #expect(copy.deadline == nil)
        #expect(copy.createdAt == scene.clock.now)
        #expect(copy.assignments.map(\.recipient.id) == [scene.cy, scene.bo])
        #expect(copy.assignments.map(\.state) == [.sent, .sent])
        let seen = try await scene.get(copy.assignments[1].id)
        #expect(seen.attempts.isEmpty)
        #expect(seen.attemptsLeft == 5)
        #expect(seen.version == 1)
        #expect(try await scene.ask(GetChallenge(challenge: first.id), as: scene.ana) == old)
        let received = try await scene.emitted(PeopleTold.self).filter { $0.kind == .dareReceived }
        #expect(received.map(\.people) == [[scene.cy], [scene.bo], [scene.cy], [scene.bo]])
        #expect(Set(received.map(\.cause)).count == 4)
    }

    @Test func `a copy keeps what the definition said at first, pictures included`()
        async throws
    {
        let scene = Scene()
        let pictures = [MediaID(), MediaID()]
        let definition = try await scene.defineRun(pictures: pictures)
        let first = try await scene.send(definition)
        _ = try await scene.ask(DeleteDefinition(definition: definition), as: scene.ana)
        var last = first
        // A copy of a copy too.
        for _ in 0..<2 {
            let call = CreateChallenge(
                kind: .workout,
                deadline: scene.clock.now + .days(3),
                copyOf: last.id
            )
            let copy = try await scene.ask(call, as: scene.ana)
            #expect(copy.copyOf == last.id)
            #expect(copy.definitionID == definition)
            #expect(copy.name == first.name)
            #expect(copy.caption == first.caption)
            #expect(copy.category == first.category)
            #expect(copy.unit == first.unit)
            #expect(copy.target == first.target)
            #expect(copy.targetSeconds == first.targetSeconds)
            #expect(copy.photos == first.photos)
            #expect(copy.photos.map(\.id) == pictures)
            let used = try await scene.emitted(MediaUsed.self)
            #expect(used.last?.cause == "challenge:\(copy.id)")
            #expect(used.last?.media == pictures)
            let assignment = try await scene.get(copy.assignments[0].id)
            #expect(assignment.challenge.photos == first.photos)
            last = copy
        }
    }

    @Test func `others can be named, and another proof`() async throws {
        let scene = Scene()
        let first = try await scene.ask(
            CreateChallenge(name: "Dance", recipients: [scene.bo]),
            as: scene.ana
        )
        let call = CreateChallenge(recipients: [scene.cy], proof: .required, copyOf: first.id)
        let copy = try await scene.ask(call, as: scene.ana)
        #expect(copy.assignments.map(\.recipient.id) == [scene.cy])
        #expect(copy.proof == .required)
    }

    @Test func `what is not the sender's own, or of another kind, is not copied`() async throws {
        let scene = Scene()
        let dare = try await scene.ask(
            CreateChallenge(name: "Dance", recipients: [scene.bo]),
            as: scene.ana
        ).id
        let deadline = scene.clock.now + .days(1)
        let workout = try await scene.send(scene.defineRun()).id
        let refusal = Refusal(ChallengesError.copyUnknown, at: "/copyOf").fault
        let calls: [(call: CreateChallenge, user: UserID)] = [
            (CreateChallenge(copyOf: ChallengeID()), scene.ana),
            (CreateChallenge(copyOf: dare), scene.bo),
            (CreateChallenge(recipients: [scene.cy], copyOf: dare), scene.bo),
            (CreateChallenge(copyOf: workout), scene.ana),
            (CreateChallenge(kind: .workout, deadline: deadline, copyOf: dare), scene.ana),
        ]
        for (call, user) in calls {
            #expect(await scene.fault(call, as: user) == refusal)
        }
        let fits = CreateChallenge(kind: .workout, deadline: deadline, copyOf: workout)
        #expect(await scene.fault(fits, as: scene.ana) == nil)
    }

    @Test func `a copy of a workout needs a deadline of its own`() async throws {
        let scene = Scene()
        let workout = try await scene.send(scene.defineRun()).id
        let call = CreateChallenge(kind: .workout, copyOf: workout)
        let refusal = Refusal(ChallengesError.deadlineMissing, at: "/deadline").fault
        #expect(await scene.fault(call, as: scene.ana) == refusal)
    }

    @Test func `who is no friend any more is named by their place`() async throws {
        let scene = Scene()
        let first = try await scene.ask(
            CreateChallenge(name: "Dance", recipients: [scene.bo, scene.cy]),
            as: scene.ana
        )
        scene.identity.set(.notFriend, of: scene.cy)
        let call = CreateChallenge(copyOf: first.id)
        let refusal = Refusal(ChallengesError.notFriends, at: "/recipients/1").fault
        #expect(await scene.fault(call, as: scene.ana) == refusal)
        let others = CreateChallenge(recipients: [scene.bo], copyOf: first.id)
        #expect(await scene.fault(others, as: scene.ana) == nil)
    }

    @Test func `a repetition finds the copy, and another call under its id is refused`()
        async throws
    {
        let scene = Scene()
        let first = try await scene.ask(
            CreateChallenge(
                name: "Dance",
                description: "Slowly.",
                recipients: [scene.bo, scene.cy],
                proof: .required
            ),
            as: scene.ana
        )
        let other = try await scene.ask(
            CreateChallenge(
                name: "Dance",
                description: "Slowly.",
                recipients: [scene.bo, scene.cy],
                proof: .required
            ),
            as: scene.ana
        )
        let call = CreateChallenge(id: ChallengeID(), copyOf: first.id)
        let copy = try await scene.ask(call, as: scene.ana, key: "k")
        scene.identity.set(.notFriend, of: scene.bo)
        #expect(try await scene.ask(call, as: scene.ana, key: "k") == copy)
        #expect(try await scene.ask(call, as: scene.ana) == copy)
        var full = call
        full.recipients = [scene.bo, scene.cy]
        full.proof = .required
        #expect(try await scene.ask(full, as: scene.ana) == copy)
        let changes: [(String, (inout CreateChallenge) -> Void)] = [
            ("another one", { $0.copyOf = other.id }),
            ("none", { $0.copyOf = ChallengeID() }),
            ("recipients", { $0.recipients = [scene.bo] }),
            ("proof", { $0.proof = .optional }),
            ("deadline", { $0.deadline = scene.clock.now + .days(1) }),
            ("name", { $0.name = "Dance" }),
            ("definition", { $0.definition = DefinitionID() }),
            (
                "the same as a text of one's own",
                {
                    $0.copyOf = nil
                    $0.name = "Dance"
                    $0.description = "Slowly."
                    $0.recipients = [scene.bo, scene.cy]
                    $0.proof = .required
                }
            ),
        ]
        for (what, change) in changes {
            var other = call
            change(&other)
            let fault = await scene.fault(other, as: scene.ana)
            #expect(fault == ChallengesError.idTaken.fault, "\(what)")
        }
    }
}
