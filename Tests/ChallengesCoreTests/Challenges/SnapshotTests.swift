import ChallengesAPI
import ChallengesTestKit
import FoundationEssentials
import Identifiers
import IdentityAPI
import MediaAPI
import Postgres
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import ChallengesCore
@testable import Contests
@testable import Dares
@testable import Discovery

/// What a challenge keeps of its definition (2.1-snapshot).
@Suite(.freshDatabase(Challenges.migrations))
struct SnapshotTests {
    @Test func `a challenge says what its definition says`() async throws {
        let scene = Scene()
        let definition = try await scene.defineRun(proof: .required)
        let made = try await scene.send(definition)
        #expect(made.definitionID == definition)
        #expect(made.name == "Run 5 km")
        #expect(made.caption == "Along the river")
        #expect(made.description == "At any pace.")
        #expect(made.category == "endurance")
        #expect(made.unit == "km")
        #expect(made.target == Scene.fiveAndAHalf)
        #expect(made.targetSeconds == 1_500)
        #expect(made.proof == .required)
        #expect(made.photos.isEmpty)
        #expect(made.copyOf == nil)
        for user in [scene.ana, scene.bo] {
            let seen = try await scene.get(made.assignments[0].id, as: user).challenge
            #expect(seen.definitionID == definition)
            #expect(seen.name == "Run 5 km")
            #expect(seen.caption == "Along the river")
            #expect(seen.description == "At any pace.")
            #expect(seen.category == "endurance")
            #expect(seen.unit == "km")
            #expect(seen.target == Scene.fiveAndAHalf)
            #expect(seen.targetSeconds == 1_500)
            #expect(seen.proof == .required)
        }
        let stored = try await scene.database.challenge(made.id, by: scene.ana)
        #expect(stored?.snapshot.timer == .stopwatch)
        #expect(stored?.snapshot.wholeNumbers == false)
        #expect(stored?.snapshot.metric == nil)
        #expect(stored?.visibility == .private)
    }

    @Test func `whole numbers, the metric and the clock are kept too`() async throws {
        let scene = Scene()
        let call = CreateDefinition(
            name: "Walk",
            unit: "steps",
            target: Amount(millionths: 10_000_000_000),
            targetSeconds: 60,
            wholeNumbers: true,
            metric: .steps,
            timer: .countdown
        )
        let definition = try await scene.ask(call, as: scene.ana).id
        let made = try await scene.send(definition, kind: .dare)
        let stored = try await scene.database.challenge(made.id, by: scene.ana)
        #expect(stored?.snapshot.wholeNumbers == true)
        #expect(stored?.snapshot.metric == .steps)
        #expect(stored?.snapshot.timer == .countdown)
        #expect(stored?.snapshot.category == nil)
    }

    @Test func `a user's own text has nothing but its words`() async throws {
        let scene = Scene()
        let seen = try await scene.get(scene.send()).challenge
        #expect(seen.definitionID == nil)
        #expect(seen.caption.isEmpty)
        #expect(seen.category == nil)
        #expect(seen.unit == nil)
        #expect(seen.target == nil)
        #expect(seen.targetSeconds == nil)
        #expect(seen.photos.isEmpty)
    }

    @Test func `the definition says which proof is asked for, unless the sender does`()
        async throws
    {
        let scene = Scene()
        for (kind, defined, wanted, proof) in [
            (ChallengeKind.dare, Proof.optional, nil, Proof.optional),
            (.dare, .required, nil, .required), (.workout, .none, nil, .none),
            (.workout, .required, nil, .required), (.workout, .required, Proof.none, .none),
            (.dare, .none, .required, .required),
        ] as [(ChallengeKind, Proof, Proof?, Proof)] {
            let call = CreateChallenge(
                kind: kind,
                recipients: [scene.bo],
                deadline: scene.clock.now + .days(1),
                proof: wanted,
                definition: try await scene.defineRun(proof: defined)
            )
            #expect(try await scene.ask(call, as: scene.ana).proof == proof)
        }
    }

    @Test func `a challenge stays as it is when its definition changes, and goes`() async throws {
        let scene = Scene()
        let pictures = [MediaID(), MediaID(), MediaID()]
        let definition = try await scene.defineRun(pictures: pictures)
        let made = try await scene.send(definition)
        #expect(made.photos.map(\.id) == pictures)
        #expect(made.photos.map(\.width) == [640, 640, 640])
        let id = made.assignments[0].id
        let before = try await scene.get(id)
        #expect(before.challenge.photos == made.photos)

        let other = MediaID()
        let change = ChangeDefinition(
            definition: definition,
            name: "Run 10 km",
            caption: "",
            description: "Fast.",
            target: Amount(millionths: 10_000_000),
            targetSeconds: 3_000,
            mediaIDs: [other]
        )
        _ = try await scene.ask(change, as: scene.ana)
        #expect(try await scene.get(id) == before)
        let later = try await scene.send(definition)
        #expect(later.name == "Run 10 km")
        #expect(later.caption.isEmpty)
        #expect(later.photos.map(\.id) == [other])

        _ = try await scene.ask(DeleteDefinition(definition: definition), as: scene.ana)
        #expect(try await scene.get(id) == before)
        #expect(try await scene.ask(GetChallenge(challenge: made.id), as: scene.ana) == made)
        let list = ListAssignments(role: .recipient)
        let listed = try await scene.ask(list, as: scene.bo).items
        #expect(listed.first { $0.id == id } == before)
        #expect(listed.map { $0.challenge.photos.map(\.id) } == [[other], pictures])
    }

    @Test func `a move shows the pictures too`() async throws {
        let scene = Scene()
        let picture = MediaID()
        let definition = try await scene.defineRun(pictures: [picture])
        let made = try await scene.send(definition, kind: .dare)
        let accept = AcceptAssignment(assignment: made.assignments[0].id)
        let accepted = try await scene.ask(accept, as: scene.bo)
        #expect(accepted.challenge.photos.map(\.id) == [picture])
        let refused = await scene.fault(accept, as: scene.cy)
        #expect(refused == ChallengesError.assignmentNotFound.fault)
        let again = AcceptAssignment(assignment: made.assignments[0].id, ifVersion: 1)
        let stale = await scene.fault(again, as: scene.bo)
        #expect(stale?.assignment?.challenge.photos.map(\.id) == [picture])
    }

    @Test func `mediad is told once which pictures a challenge keeps`() async throws {
        let scene = Scene()
        let pictures = [MediaID(), MediaID()]
        let definition = try await scene.defineRun(pictures: pictures)
        let call = CreateChallenge(
            id: ChallengeID(),
            recipients: [scene.bo, scene.cy],
            definition: definition
        )
        let made = try await scene.ask(call, as: scene.ana, key: "k")
        #expect(try await scene.ask(call, as: scene.ana, key: "k") == made)
        #expect(try await scene.ask(call, as: scene.ana) == made)
        let used = try await scene.emitted(MediaUsed.self).filter { $0.key == made.id.uuid }
        #expect(used.map(\.media) == [pictures])
        #expect(used.map(\.cause) == ["challenge:\(made.id)"])
        #expect(try await scene.emitted(MediaReleased.self).isEmpty)
    }

    @Test func `without pictures mediad is told nothing`() async throws {
        let scene = Scene()
        _ = try await scene.send(scene.defineRun())
        _ = try await scene.send()
        #expect(try await scene.emitted(MediaUsed.self).isEmpty)
    }

    @Test func `a preset is sent in the sender's language, and stays in it`() async throws {
        let scene = Scene()
        let preset = try await scene.preset("run-5-km")
        var names: [String?: String] = [:]
        for languages in [nil, "de-AT, en;q=0.5", "fr"] {
            let shown = try await scene.ask(
                GetDefinition(definition: preset, languages: languages),
                as: scene.ana
            )
            let made = try await scene.send(preset, languages: languages)
            #expect(made.name == shown.name)
            #expect(made.description == shown.description)
            let seen = try await scene.get(made.assignments[0].id)
            #expect(seen.challenge.name == shown.name)
            names[languages] = made.name
        }
        #expect(names[nil] == names["fr"])
        #expect(names[nil] != names["de-AT, en;q=0.5"])
    }

    @Test func `a repetition in another language is the same call`() async throws {
        let scene = Scene()
        let preset = try await scene.preset("run-5-km")
        var call = CreateChallenge(
            id: ChallengeID(),
            recipients: [scene.bo],
            definition: preset,
            languages: "de"
        )
        let made = try await scene.ask(call, as: scene.ana, key: "k")
        call.languages = "en"
        #expect(try await scene.ask(call, as: scene.ana, key: "k") == made)
        #expect(try await scene.ask(call, as: scene.ana) == made)
    }

    @Test func `a repeated id finds the challenge, whatever became of the definition`()
        async throws
    {
        let scene = Scene()
        let definition = try await scene.defineRun(proof: .required, pictures: [MediaID()])
        let call = CreateChallenge(
            id: ChallengeID(),
            recipients: [scene.bo],
            definition: definition
        )
        let made = try await scene.ask(call, as: scene.ana)
        let change = ChangeDefinition(
            definition: definition,
            name: "Walk",
            proof: Proof.none,
            mediaIDs: []
        )
        _ = try await scene.ask(change, as: scene.ana)
        #expect(try await scene.ask(call, as: scene.ana) == made)
        _ = try await scene.ask(DeleteDefinition(definition: definition), as: scene.ana)
        #expect(try await scene.ask(call, as: scene.ana) == made)
        var explicit = call
        explicit.proof = .required
        #expect(try await scene.ask(explicit, as: scene.ana) == made)
    }

    @Test func `a different challenge under the id of one with a definition is refused`()
        async throws
    {
        let scene = Scene()
        let definition = try await scene.defineRun()
        let call = CreateChallenge(
            id: ChallengeID(),
            recipients: [scene.bo],
            deadline: scene.clock.now + .days(1),
            definition: definition
        )
        let made = try await scene.ask(call, as: scene.ana)
        let changes: [(String, (inout CreateChallenge) -> Void)] = [
            ("definition", { $0.definition = DefinitionID() }),
            ("name beside it", { $0.name = "Run 5 km" }),
            ("description beside it", { $0.description = "At any pace." }),
            (
                "the same text of one's own",
                {
                    $0.name = "Run 5 km"
                    $0.description = "At any pace."
                    $0.definition = nil
                }
            ),
            ("copy", { $0.copyOf = made.id }),
            ("proof", { $0.proof = Proof.none }),
            ("kind", { $0.kind = .workout }),
            ("deadline", { $0.deadline = nil }),
            ("recipients", { $0.recipients = nil }),
        ]
        for (what, change) in changes {
            var other = call
            change(&other)
            let fault = await scene.fault(other, as: scene.ana)
            #expect(fault == ChallengesError.idTaken.fault, "\(what)")
        }
        #expect(try await scene.ask(call, as: scene.ana) == made)
    }

    @Test func `a definition is not copied while it changes`() async throws {
        let scene = Scene()
        let definition = try await scene.defineRun(pictures: [MediaID()])
        // Each change gives it the number of its pictures as its name.
        let sent = try await withThrowingTaskGroup(of: CreateChallenge.Reply?.self) { group in
            for number in 2...9 {
                group.addTask {
                    let change = ChangeDefinition(
                        definition: definition,
                        name: "\(number)",
                        mediaIDs: (0..<number).map { _ in MediaID() }
                    )
                    _ = try await scene.ask(change, as: scene.ana)
                    return nil
                }
                group.addTask { try await scene.send(definition) }
            }
            return try await group.reduce(into: []) { $0.append($1) }.compactMap(\.self)
        }
        #expect(sent.count == 8)
        for challenge in sent {
            let count = challenge.name == "Run 5 km" ? 1 : Int(challenge.name)
            #expect(challenge.photos.count == count)
        }
    }

    @Test func `what shows no definition reads no pictures`() async throws {
        try await WaitCounter.with { counter in
            let scene = Scene(database: counter.database)
            let dare = try await scene.send()
            let list = ListAssignments(role: .recipient)
            let plain = try await counter.count { _ = try await scene.get(dare) }
            let plainList = try await counter.count { _ = try await scene.ask(list, as: scene.bo) }
            #expect(plain == WaitCounter.Waits(messages: 0, reads: 2))
            #expect(plainList == WaitCounter.Waits(messages: 0, reads: 2))
            let definition = try await scene.defineRun(pictures: [MediaID()])
            let made = try await scene.send(definition)
            let shown = try await counter.count {
                _ = try await scene.get(made.assignments[0].id)
            }
            let shownList = try await counter.count { _ = try await scene.ask(list, as: scene.bo) }
            #expect(shown == WaitCounter.Waits(messages: 0, reads: 3))
            #expect(shownList == WaitCounter.Waits(messages: 0, reads: 3))
        }
    }

    @Test func `the previous release adds dares as before`() async throws {
        let scene = Scene()
        let dare = try await scene.send()
        let made = ChallengeID()
        try await scene.database.run(
            """
            INSERT INTO challenges
                (id, kind, name, description, author, proof, deadline, created_at)
            VALUES (\(made), 'dare', 'Dance', '', \(scene.ana), 'optional', NULL,
                \(scene.clock.now))
            """
        )
        try await scene.database.run(
            "UPDATE assignments SET challenge = \(made) WHERE id = \(dare)"
        )
        let seen = try await scene.get(dare).challenge
        #expect(seen.id == made)
        #expect(seen.caption.isEmpty)
        #expect(seen.definitionID == nil)
        let stored = try await scene.database.challenge(made, by: scene.ana)
        #expect(stored?.snapshot == Snapshot())
        #expect(stored?.visibility == .private)
    }

    @Test func `a stored reply of the previous release is read`() throws {
        let person = FakeIdentity.card(UserID()).person
        let earlier = EarlierSummary(
            id: ChallengeID(),
            kind: .dare,
            name: "Dance",
            description: "",
            author: person,
            proof: .optional,
            createdAt: Instant(microseconds: 0)
        )
        let bytes = try WireEncoder().encode(earlier)
        let read = try WireDecoder().decode(ChallengeSummary.self, from: bytes)
        #expect(read.name == "Dance")
        #expect(read.caption.isEmpty)
        #expect(read.photos.isEmpty)
        let reply = EarlierReply(
            id: earlier.id,
            kind: .dare,
            name: "Dance",
            description: "",
            author: person,
            proof: .optional,
            createdAt: earlier.createdAt,
            assignments: []
        )
        let made = try WireDecoder().decode(
            CreateChallenge.Reply.self,
            from: WireEncoder().encode(reply)
        )
        #expect(made.name == "Dance")
        #expect(made.caption.isEmpty)
        #expect(made.photos.isEmpty)
    }
}

/// A challenge as the previous release shows it in assignments.
private struct EarlierSummary: Encodable {
    let id: ChallengeID
    let kind: ChallengeKind
    let name: String
    let description: String
    let author: Person
    let proof: Proof
    let createdAt: Instant
}

/// What the previous release answers to whoever made a challenge.
private struct EarlierReply: Encodable {
    let id: ChallengeID
    let kind: ChallengeKind
    let name: String
    let description: String
    let author: Person
    let proof: Proof
    let createdAt: Instant
    let assignments: [CreateChallenge.Sent]
}
