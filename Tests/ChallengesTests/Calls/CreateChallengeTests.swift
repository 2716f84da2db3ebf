import ChallengesAPI
import Identifiers
import IdentityAPI
import RPC
import TestKit
import Testing
import Values
import Wire

@testable import Challenges

@Suite(.freshDatabase(Challenges.migrations))
struct CreateChallengeTests {
    @Test func `each friend gets an assignment of their own`() async throws {
        let scene = Scene()
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
        #expect(made.author == PretendIdentity.card(scene.ana).person)
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

    @Test func `what is absent has its default`() async throws {
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

    @Test func `everything that is wrong is named at once`() async throws {
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

    @Test(arguments: [
        (CheckRecipients.Standing.notFriend, ChallengesError.notFriends),
        (.unknown, .notFriends), (.notAccepting, .notAccepting),
    ])
    func `only friends who take challenges can be challenged`(
        standing: CheckRecipients.Standing,
        error: ChallengesError
    ) async {
        let scene = Scene()
        scene.identity.set(standing, of: scene.cy)
        let fault = await scene.fault(
            CreateChallenge(name: "Dance", recipients: [scene.bo, scene.cy]),
            as: scene.ana
        )
        #expect(fault == Refusal(error, at: "/recipients/1").fault)
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

    @Test(arguments: [
        (Duration.minutes(5) - .tick, false), (.minutes(5), true), (.days(366), true),
        (.days(366) + .tick, false),
    ])
    func `a deadline lies 5 minutes to 366 days ahead`(ahead: Duration, isAllowed: Bool) async {
        let scene = Scene()
        let call = CreateChallenge(
            name: "Dance",
            recipients: [scene.bo],
            deadline: scene.clock.now + ahead
        )
        let refusal = Refusal(ChallengesError.deadlineInvalid, at: "/deadline").fault
        #expect(await scene.fault(call, as: scene.ana) == (isAllowed ? nil : refusal))
    }

    @Test func `nobody can send without signing in`() async {
        let scene = Scene()
        await #expect(throws: WireError.signInNeeded.fault) {
            try await scene.board.call(
                CreateChallenge(name: "Dance", recipients: [scene.bo]),
                in: CallContext()
            )
        }
    }

    @Test func `whoever repeats an id finds what was made, whatever became of the friendship`()
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

    @Test func `an id of somebody else is taken`() async throws {
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

    @Test func `a lost reply is given again, though time and friends have gone`() async throws {
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

    @Test func `the same send at once makes one challenge`() async throws {
        let scene = Scene()
        let call = CreateChallenge(id: ChallengeID(), name: "Dance", recipients: [scene.bo])
        let made = try await withThrowingTaskGroup { group in
            for _ in 0..<20 { group.addTask { try await scene.ask(call, as: scene.ana) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(made.map { $0.assignments[0].id }).count == 1)
        #expect(try await scene.dueTimes().count == 1)
    }

    @Test func `another service's trouble is not hidden, nor is anything made`() async throws {
        let scene = Scene()
        let quiet = Challenges(
            database: .fresh,
            identity: Unreachable(),
            media: Unreachable(),
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
