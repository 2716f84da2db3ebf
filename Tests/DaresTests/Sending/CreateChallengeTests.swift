import ChallengesAPI
import ChallengesTestKit
import Identifiers
import IdentityAPI
import NIOCore
import Postgres
import RPC
import ScoringAPI
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import Dares

@Suite(.freshDatabase(Challenges.migrations))
struct CreateChallengeTests {
    @Test func `each friend gets an assignment of their own`() async throws {
        let scene = Scene(rules: Rules(dares: DareRules(noticeBefore: [])))
        let deadline = scene.clock.now + .days(1)
        let id = ChallengeID()
        let call = CreateChallenge(
            id: id,
            name: "10 push-ups",
            description: "In one go.",
            recipients: [scene.cy, scene.bo],
            deadline: deadline,
            proof: .required
        )
        let made = try await scene.ask(call, as: scene.ana)
        #expect(made.id == id)
        #expect(made.kind == .dare)
        #expect(made.name == "10 push-ups")
        #expect(made.description == "In one go.")
        #expect(made.author == FakeIdentity.card(scene.ana).person)
        #expect(made.deadline == deadline)
        #expect(made.proof == .required)
        #expect(made.createdAt == scene.clock.now)
        #expect(made.assignments.map(\.recipient.id) == [scene.cy, scene.bo])
        #expect(made.assignments.map(\.state) == [.sent, .sent])
        #expect(Set(made.assignments.map(\.id)).count == 2)

        let seen = try await scene.get(made.assignments[1].id)
        #expect(seen.challenge.id == id)
        #expect(seen.sender.id == scene.ana)
        #expect(seen.recipient.id == scene.bo)
        #expect(seen.deadline == deadline)
        #expect(seen.attemptsLeft == 5)
        #expect(seen.attempts.isEmpty)
        #expect(seen.version == 1)
        #expect(try await scene.dueTimes() == [deadline, deadline])
    }

    @Test func `scoring is told once of a challenge and the number of its recipients`()
        async throws
    {
        let scene = Scene()
        let id = ChallengeID()
        let call = CreateChallenge(id: id, name: "Dance", recipients: [scene.bo, scene.cy])
        let moment = scene.clock.now
        for _ in 0..<2 {
            _ = try await scene.ask(call, as: scene.ana)
            scene.clock.advance(by: .seconds(1))
        }
        let sent = try await scene.emitted(ChallengeSent.self)
        #expect(sent.map(\.challenge) == [id])
        #expect(sent.map(\.sender) == [scene.ana])
        #expect(sent.map(\.recipients) == [2])
        #expect(sent.map(\.at) == [moment])
    }

    @Test func `a send waits five times before its commit`() async throws {
        try await WaitCounter.with { counter in
            let scene = Scene(database: counter.database)
            let call = Self.whole(in: scene)
            let waits = try await counter.count {
                _ = try await scene.ask(call, as: scene.ana, key: "k")
            }
            // The stored reply and the row under the id are read at the same time: one wait. The
            // fifth is the call to identityd.
            #expect(waits == WaitCounter.Waits(messages: 3, reads: 2))
            #expect(scene.identity.asked == 1)
        }
    }

    @Test func `a sender without an account is told to sign in`() async throws {
        let scene = Scene()
        scene.identity.set(.unknown, of: scene.ana)
        let call = CreateChallenge(name: "Dance", recipients: [scene.bo])
        #expect(await scene.fault(call, as: scene.ana) == WireError.signInNeeded.fault)
    }

    @Test func `absent fields have their defaults`() async throws {
        let scene = Scene()
        let made = try await scene.ask(
            CreateChallenge(name: "Dance", recipients: [scene.bo]),
            as: scene.ana
        )
        #expect(made.description.isEmpty)
        #expect(made.deadline == nil)
        #expect(made.proof == .optional)
        #expect(try await scene.dueTimes() == [scene.clock.now + .days(14)])
    }

    @Test func `a workout is sent with a deadline, and is not judged by default`() async throws {
        let scene = Scene()
        let deadline = scene.clock.now + .days(2)
        let call = CreateChallenge(
            kind: .workout,
            name: "Run",
            recipients: [scene.bo],
            deadline: deadline
        )
        let made = try await scene.ask(call, as: scene.ana)
        #expect(made.kind == .workout)
        #expect(made.deadline == deadline)
        #expect(made.proof == Proof.none)
        #expect(made.assignments.map(\.state) == [.sent])
        let seen = try await scene.get(made.assignments[0].id)
        #expect(seen.challenge.kind == .workout)
        #expect(seen.deadline == deadline)
        let told = try await scene.emitted(PeopleTold.self)
        #expect(told.map(\.kind) == [.workoutReceived])
        #expect(told.map(\.people) == [[scene.bo]])
        #expect(told.map(\.expiresAt) == [deadline])
    }

    @Test func `a workout needs a deadline 5 minutes to 366 days ahead`() async {
        let scene = Scene()
        for (ahead, error) in [
            (nil, .deadlineMissing), (.zero, .deadlineInvalid),
            (.minutes(5) - .tick, .deadlineInvalid), (.minutes(5), nil), (.days(366), nil),
            (.days(366) + .tick, .deadlineInvalid),
        ] as [(Duration?, ChallengesError?)] {
            let call = CreateChallenge(
                kind: .workout,
                name: "Run",
                recipients: [scene.bo],
                deadline: ahead.map { scene.clock.now + $0 }
            )
            let refusal = error.map { Refusal($0, at: "/deadline").fault }
            #expect(await scene.fault(call, as: scene.ana) == refusal)
        }
    }

    @Test func `without a name, a definition or a copy there is nothing to do`() async {
        let scene = Scene()
        let call = CreateChallenge(description: "In one go.", recipients: [scene.bo])
        let refusal = Refusal(ChallengesError.nameInvalid, at: "/name").fault
        #expect(await scene.fault(call, as: scene.ana) == refusal)
    }

    @Test func `recipients are left out of copies only`() async {
        let scene = Scene()
        let refusal = Refusal(ChallengesError.recipientsInvalid, at: "/recipients").fault
        #expect(await scene.fault(CreateChallenge(name: "Dance"), as: scene.ana) == refusal)
        #expect(scene.identity.asked == 0)
    }

    @Test func `only one thing says what to do`() async throws {
        let scene = Scene()
        let definition = try await scene.defineRun()
        let copied = try await scene.ask(
            CreateChallenge(name: "Dance", recipients: [scene.bo]),
            as: scene.ana
        ).id
        let calls: [(call: CreateChallenge, pointer: String)] = [
            (CreateChallenge(name: "Sing", definition: definition), "/definition"),
            (CreateChallenge(description: "", definition: definition), "/definition"),
            (CreateChallenge(name: "Sing", copyOf: copied), "/copyOf"),
            (CreateChallenge(description: "", copyOf: copied), "/copyOf"),
            (CreateChallenge(definition: definition, copyOf: copied), "/copyOf"),
        ]
        for (call, pointer) in calls {
            var call = call
            call.recipients = [scene.bo]
            let refusal = Refusal(ChallengesError.contentRepeated, at: pointer).fault
            #expect(await scene.fault(call, as: scene.ana) == refusal)
        }
        #expect(await scene.list(as: scene.ana, .sender).count == 1)
    }

    @Test func `a definition that the sender may not see does not exist for them`() async throws {
        let scene = Scene()
        let foreign = try await scene.defineRun(as: scene.bo, visibility: .private)
        let hidden = try await scene.defineRun()
        let deleted = try await scene.defineRun()
        try await scene.database.run(
            "UPDATE definitions SET state = 'hidden' WHERE id = \(hidden)"
        )
        _ = try await scene.ask(DeleteDefinition(definition: deleted), as: scene.ana)
        let refusal = Refusal(ChallengesError.definitionUnknown, at: "/definition").fault
        for definition in [DefinitionID(), foreign, hidden, deleted] {
            let call = CreateChallenge(recipients: [scene.cy], definition: definition)
            #expect(await scene.fault(call, as: scene.ana) == refusal)
        }
        let shared = try await scene.defineRun(as: scene.bo, visibility: .public)
        let call = CreateChallenge(recipients: [scene.cy], definition: shared)
        #expect(await scene.fault(call, as: scene.ana) == nil)
    }

    @Test func `a definition deleted during the call to identityd is not found`() async throws {
        let scene = Scene()
        let definition = try await scene.defineRun()
        let overtaken = Challenges(
            database: scene.database,
            identity: RacingCaller(scene.identity.switchboard.asked(by: .challenges)) {
                let call = DeleteDefinition(definition: definition)
                _ = await scene.fault(call, as: scene.ana)
            },
            media: Unreachable(),
            scoring: Unreachable(),
            now: { scene.clock.now }
        ).switchboard
        let refusal = Refusal(ChallengesError.definitionUnknown, at: "/definition").fault
        await #expect(throws: refusal) {
            try await overtaken.call(
                CreateChallenge(recipients: [scene.bo], definition: definition),
                in: CallContext(user: scene.ana)
            )
        }
        #expect(await scene.list(as: scene.ana, .sender) == [])
    }

    @Test func `problems of a definition are reported with all others`() async {
        let scene = Scene()
        let stranger = UserID()
        scene.identity.set(.notFriend, of: stranger)
        let call = CreateChallenge(
            kind: .workout,
            recipients: [stranger],
            proof: .unknown,
            definition: DefinitionID()
        )
        let fault = await scene.fault(call, as: scene.ana)
        #expect(
            fault?.fields?.map { "\($0.pointer) \($0.code)" } == [
                "/definition challenges.definition_unknown",
                "/deadline challenges.deadline_missing",
                "/proof challenges.proof_unknown",
                "/recipients/0 challenges.not_friends",
            ]
        )
    }

    @Test func `all problems are reported at once`() async throws {
        let scene = Scene()
        let stranger = UserID()
        scene.identity.set(.notFriend, of: stranger)
        let fault = await scene.fault(
            CreateChallenge(
                kind: .unknown,
                name: " ",
                description: "\0",
                recipients: [scene.bo, scene.ana, stranger, scene.bo],
                deadline: scene.clock.now + .minutes(5) - .tick,
                proof: .unknown
            ),
            as: scene.ana
        )
        #expect(fault?.kind == .invalid)
        #expect(
            fault?.fields?.map { "\($0.pointer) \($0.code)" } == [
                "/kind challenges.kind_unknown",
                "/name challenges.name_invalid",
                "/description challenges.description_invalid",
                "/recipients/1 challenges.recipient_is_oneself",
                "/recipients/3 challenges.recipient_repeated",
                "/deadline challenges.deadline_invalid",
                "/proof challenges.proof_unknown",
                "/recipients/2 challenges.not_friends",
            ]
        )
        #expect(try await scene.dueTimes().isEmpty)
        #expect(await scene.list(as: scene.ana, .sender) == [])
    }

    @Test func `only friends who accept challenges can be challenged`() async {
        let scene = Scene()
        for (standing, error) in [
            (CheckRecipients.Standing.notFriend, ChallengesError.notFriends),
            (.unknown, .notFriends), (.notAccepting, .notAccepting),
        ] as [(CheckRecipients.Standing, ChallengesError)] {
            scene.identity.set(standing, of: scene.cy)
            let fault = await scene.fault(
                CreateChallenge(name: "Dance", recipients: [scene.bo, scene.cy]),
                as: scene.ana
            )
            #expect(fault == Refusal(error, at: "/recipients/1").fault)
        }
    }

    @Test(arguments: [(0, false), (1, true), (100, true), (101, false)])
    func `there are 1 to 100 recipients`(count: Int, isAllowed: Bool) async throws {
        let scene = Scene()
        let recipients = (0..<count).map { _ in UserID() }
        let call = CreateChallenge(name: "Dance", recipients: recipients)
        let refusal = Refusal(ChallengesError.recipientsInvalid, at: "/recipients").fault
        #expect(await scene.fault(call, as: scene.ana) == (isAllowed ? nil : refusal))
        #expect(try await scene.dueTimes().count == (isAllowed ? count : 0))
    }

    @Test func `a deadline must be 5 minutes to 366 days ahead`() async {
        let scene = Scene()
        for (ahead, isAllowed) in [
            (Duration.minutes(5) - .tick, false), (.minutes(5), true), (.days(366), true),
            (.days(366) + .tick, false),
        ] as [(Duration, Bool)] {
            let call = CreateChallenge(
                name: "Dance",
                recipients: [scene.bo],
                deadline: scene.clock.now + ahead
            )
            let refusal = Refusal(ChallengesError.deadlineInvalid, at: "/deadline").fault
            #expect(await scene.fault(call, as: scene.ana) == (isAllowed ? nil : refusal))
        }
    }

    @Test func `sending requires signing in`() async {
        let scene = Scene()
        await #expect(throws: WireError.signInNeeded.fault) {
            try await scene.board.call(
                CreateChallenge(name: "Dance", recipients: [scene.bo]),
                in: CallContext()
            )
        }
    }

    @Test func `a repeated id finds the challenge, even if the friendship has ended`()
        async throws
    {
        let scene = Scene()
        let id = ChallengeID()
        let call = CreateChallenge(id: id, name: "Dance", recipients: [scene.bo])
        let first = try await scene.ask(call, as: scene.ana)
        scene.identity.set(.notFriend, of: scene.bo)
        let second = try await scene.ask(call, as: scene.ana)
        #expect(second == first)
        #expect(await scene.list(as: scene.ana, .sender).count == 1)
    }

    @Test func `an absent field equals its default`() async throws {
        let scene = Scene()
        let call = CreateChallenge(id: ChallengeID(), name: "Dance", recipients: [scene.bo])
        let first = try await scene.ask(call, as: scene.ana)
        var full = call
        full.description = ""
        full.proof = .optional
        #expect(try await scene.ask(full, as: scene.ana) == first)
    }

    @Test func `a different challenge under the same id is refused`() async throws {
        let scene = Scene()
        let call = Self.whole(in: scene)
        let first = try await scene.ask(call, as: scene.ana)
        let others = Self.others(than: call, in: scene) + Self.impossible(instead: call)
        for (what, other) in others {
            let fault = await scene.fault(other, as: scene.ana)
            #expect(fault == ChallengesError.idTaken.fault, "\(what)")
        }
        #expect(scene.identity.asked == 1)
        #expect(try await scene.ask(call, as: scene.ana) == first)
        #expect(try await scene.dueTimes().count == 2)
    }

    @Test func `of different concurrent sends under one id, one wins and the others are refused`()
        async throws
    {
        let scene = Scene()
        let call = Self.whole(in: scene)
        let calls = [call] + Self.others(than: call, in: scene).map(\.other)
        let faults = await withTaskGroup { group in
            for call in calls { group.addTask { await scene.fault(call, as: scene.ana) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(faults.count { $0 == nil } == 1)
        #expect(faults.count { $0 == ChallengesError.idTaken.fault } == calls.count - 1)
    }

    @Test(
        arguments: [("10 push-ups", nil), ("11 push-ups", ChallengesError.idTaken.fault)]
            as [(String, Fault?)]
    )
    func `a concurrent send that won is compared too`(name: String, fault: Fault?) async throws {
        let scene = Scene()
        let quick = Self.whole(in: scene)
        var slow = quick
        slow.name = name
        // While one send asks identityd, the other creates its challenge.
        let overtaken = Challenges(
            database: scene.database,
            identity: RacingCaller(scene.identity.switchboard.asked(by: .challenges)) {
                _ = await scene.fault(quick, as: scene.ana)
            },
            media: Unreachable(),
            scoring: Unreachable(),
            now: { scene.clock.now }
        ).switchboard
        let context = CallContext(user: scene.ana)
        if let fault {
            await #expect(throws: fault) { try await overtaken.call(slow, in: context) }
        } else {
            let found = try await overtaken.call(slow, in: context)
            #expect(try await scene.ask(quick, as: scene.ana) == found)
        }
        #expect(scene.identity.asked == 2)
        #expect(await scene.list(as: scene.ana, .sender).count == 2)
    }

    /// A send with every field set.
    private static func whole(in scene: Scene) -> CreateChallenge {
        CreateChallenge(
            id: ChallengeID(),
            name: "10 push-ups",
            description: "In one go.",
            recipients: [scene.bo, scene.cy],
            deadline: scene.clock.now + .days(1),
            proof: .required
        )
    }

    /// The same send with one field changed.
    private static func others(
        than call: CreateChallenge,
        in scene: Scene
    ) -> [(what: String, other: CreateChallenge)] {
        let changes: [(String, (inout CreateChallenge) -> Void)] = [
            ("kind", { $0.kind = .workout }),
            ("name", { $0.name = "11 push-ups" }),
            ("description", { $0.description = "In two goes." }),
            ("no description", { $0.description = nil }),
            ("deadline", { $0.deadline = scene.clock.now + .days(1) + .tick }),
            ("no deadline", { $0.deadline = nil }),
            ("proof", { $0.proof = Proof.none }),
            ("no proof", { $0.proof = nil }),
            ("fewer recipients", { $0.recipients = [scene.bo] }),
            ("more recipients", { $0.recipients?.append(UserID()) }),
            ("other recipients", { $0.recipients = [scene.bo, UserID()] }),
            ("order of recipients", { $0.recipients?.reverse() }),
        ]
        return changes.map { what, change in
            var other = call
            change(&other)
            return (what, other)
        }
    }

    /// The same send changed so that it would be refused under a new id too.
    private static func impossible(
        instead call: CreateChallenge
    ) -> [(what: String, other: CreateChallenge)] {
        let changes: [(String, (inout CreateChallenge) -> Void)] = [
            ("definition too", { $0.definition = DefinitionID() }),
            ("definition", { $0.become(definition: DefinitionID()) }),
            ("copy too", { $0.copyOf = ChallengeID() }),
            ("copy", { $0.become(copyOf: ChallengeID()) }),
            ("no recipients", { $0.recipients = nil }),
            ("no name", { $0.name = nil }),
        ]
        return changes.map { what, change in
            var other = call
            change(&other)
            return (what, other)
        }
    }

    @Test func `another user's id is taken`() async throws {
        let scene = Scene()
        let id = ChallengeID()
        _ = try await scene.ask(
            CreateChallenge(id: id, name: "Dance", recipients: [scene.bo]),
            as: scene.ana
        )
        let fault = await scene.fault(
            CreateChallenge(id: id, name: "Sing", recipients: [scene.ana]),
            as: scene.bo
        )
        #expect(fault == ChallengesError.idTaken.fault)
        #expect(await scene.list(as: scene.ana, .recipient) == [])
    }

    @Test func `a lost reply is repeated, even if time and friends have gone`() async throws {
        let scene = Scene()
        let call = CreateChallenge(
            name: "Dance",
            recipients: [scene.bo],
            deadline: scene.clock.now + .minutes(5)
        )
        let first = try await scene.ask(call, as: scene.ana, key: "k")
        scene.clock.advance(by: .hours(1))
        scene.identity.set(.notFriend, of: scene.bo)
        #expect(try await scene.ask(call, as: scene.ana, key: "k") == first)
        #expect(scene.identity.asked == 1)
        var other = call
        other.name = "Sing"
        #expect(
            await scene.fault(other, as: scene.ana, key: "k") == WireError.keyReused.fault
        )
    }

    @Test func `concurrent equal sends create one challenge`() async throws {
        let scene = Scene()
        let call = CreateChallenge(id: ChallengeID(), name: "Dance", recipients: [scene.bo])
        let made = try await withThrowingTaskGroup { group in
            for _ in 0..<20 { group.addTask { try await scene.ask(call, as: scene.ana) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(made.map { $0.assignments[0].id }).count == 1)
        #expect(try await scene.dueTimes().count == 1)
    }

    @Test func `another service's failure is passed on, and nothing is created`() async throws {
        let scene = Scene()
        let quiet = Challenges(
            database: .fresh,
            identity: Unreachable(),
            media: Unreachable(),
            scoring: Unreachable(),
            now: { scene.clock.now }
        ).switchboard
        await #expect(throws: WireError.unavailable.fault) {
            try await quiet.call(
                CreateChallenge(name: "Dance", recipients: [scene.bo]),
                in: CallContext(user: scene.ana)
            )
        }
        #expect(try await scene.dueTimes().isEmpty)
    }
}

extension CreateChallenge {
    /// Takes what to do from elsewhere instead of the call's own text.
    fileprivate mutating func become(
        definition: DefinitionID? = nil,
        copyOf: ChallengeID? = nil
    ) {
        name = nil
        description = nil
        self.definition = definition
        self.copyOf = copyOf
    }
}

/// Another service that runs an action before it replies.
private struct RacingCaller: Caller {
    let target: any Caller
    let meanwhile: @Sendable () async -> Void

    init(_ target: any Caller, by meanwhile: @escaping @Sendable () async -> Void) {
        self.target = target
        self.meanwhile = meanwhile
    }

    func deliver(
        _ id: CallID,
        effect: Effect,
        body: ByteBuffer,
        in context: CallContext
    ) async throws(Fault) -> ByteBuffer {
        await meanwhile()
        return try await target.deliver(id, effect: effect, body: body, in: context)
    }

    func open<C: StreamCall>(
        _ call: C,
        in context: CallContext
    ) async throws(Fault) -> CallStream<C> {
        try await target.open(call, in: context)
    }
}
