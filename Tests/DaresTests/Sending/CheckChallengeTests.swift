import ChallengesAPI
import ChallengesTestKit
import Identifiers
import IdentityAPI
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
struct CheckChallengeTests {
    /// Bo, a friend; Cy, who takes no challenges; a stranger; and an id that nobody has.
    private static func cast(in scene: Scene) -> [UserID] {
        let (stranger, nobody) = (UserID(), UserID())
        scene.identity.set(.notAccepting, of: scene.cy)
        scene.identity.set(.notFriend, of: stranger)
        scene.identity.set(.unknown, of: nobody)
        return [scene.cy, stranger, scene.bo, nobody]
    }

    @Test func `each recipient is answered, in the order of the call`() async throws {
        let scene = Scene()
        let recipients = Self.cast(in: scene)
        let reply = try await scene.ask(CheckChallenge(recipients: recipients), as: scene.ana)
        #expect(reply.items.map(\.user) == recipients)
        #expect(reply.items.map(\.may) == [.notAccepting, .notFriend, .yes, .notFriend])
        #expect(reply.items.map(\.isPaid) == [false, false, true, false])
        #expect(scene.identity.asked == 1)
    }

    @Test(arguments: [nil, ChallengeKind.dare, .workout])
    func `scoring is not asked while nothing is capped`(kind: ChallengeKind?) async throws {
        let scene = Scene()
        scene.scoring.stopPaying(scene.bo)
        let check = CheckChallenge(recipients: [scene.bo], kind: kind)
        #expect(try await scene.ask(check, as: scene.ana).items.map(\.isPaid) == [true])
        #expect(scene.scoring.checked.isEmpty)
    }

    @Test func `where there is a cap, scoring says who would be paid of those who may`()
        async throws
    {
        let scene = Scene(rules: Rules(dares: DareRules(pointsPairDay: 1)))
        let dee = UserID()
        scene.scoring.stopPaying(dee)
        let recipients = Self.cast(in: scene) + [dee]
        let reply = try await scene.ask(CheckChallenge(recipients: recipients), as: scene.ana)
        #expect(reply.items.map(\.may) == [.notAccepting, .notFriend, .yes, .notFriend, .yes])
        #expect(reply.items.map(\.isPaid) == [false, false, true, false, false])
        #expect(scene.scoring.checked.map(\.sender) == [scene.ana])
        #expect(scene.scoring.checked.map(\.recipients) == [[scene.bo, dee]])
    }

    @Test func `scoring is not asked about nobody`() async throws {
        let scene = Scene(rules: Rules(dares: DareRules(pointsPairDay: 1)))
        scene.identity.set(.notFriend, of: scene.bo)
        let reply = try await scene.ask(CheckChallenge(recipients: [scene.bo]), as: scene.ana)
        #expect(reply.items.map(\.isPaid) == [false])
        #expect(scene.scoring.checked.isEmpty)
    }

    @Test func `all problems are reported at once, and no service is asked`() async throws {
        let scene = Scene(rules: Rules(dares: DareRules(pointsPairDay: 1)))
        let check = CheckChallenge(
            recipients: [scene.bo, scene.ana, scene.cy, scene.bo],
            kind: .unknown
        )
        let fault = await scene.fault(check, as: scene.ana)
        #expect(fault?.kind == .invalid)
        #expect(
            fault?.fields?.map { "\($0.pointer) \($0.code)" } == [
                "/kind challenges.kind_unknown",
                "/recipients/1 challenges.recipient_is_oneself",
                "/recipients/3 challenges.recipient_repeated",
            ]
        )
        #expect(scene.identity.asked == 0)
        #expect(scene.scoring.checked.isEmpty)
    }

    @Test func `there are 1 to 100 recipients`() async throws {
        let scene = Scene()
        for (count, isAllowed) in [(0, false), (1, true), (100, true), (101, false)] {
            let check = CheckChallenge(recipients: (0..<count).map { _ in UserID() })
            let refusal = Refusal(ChallengesError.recipientsInvalid, at: "/recipients").fault
            #expect(await scene.fault(check, as: scene.ana) == (isAllowed ? nil : refusal))
        }
    }

    @Test func `to check is no write`() async throws {
        let scene = Scene()
        let check = CheckChallenge(recipients: [scene.bo])
        let first = try await scene.ask(check, as: scene.ana, key: "k")
        #expect(first.items.map(\.may) == [.yes])
        scene.identity.set(.notFriend, of: scene.bo)
        let again = try await scene.ask(check, as: scene.ana, key: "k")
        #expect(again.items.map(\.may) == [.notFriend])
        let stored = try await scene.database.one("SELECT count(*) FROM stored_replies") { row in
            try row.next(Int.self)
        }
        #expect(stored == 0)
        #expect(await scene.list(as: scene.ana, .sender) == [])
    }

    @Test func `a sender without an account is told to sign in`() async throws {
        let scene = Scene()
        scene.identity.set(.unknown, of: scene.ana)
        let check = CheckChallenge(recipients: [scene.bo])
        #expect(await scene.fault(check, as: scene.ana) == WireError.signInNeeded.fault)
        await #expect(throws: WireError.signInNeeded.fault) {
            try await scene.board.call(check, in: CallContext())
        }
    }

    @Test(arguments: [0, 1])
    func `the failure of a service that must be asked is passed on`(cap: Int) async throws {
        let scene = Scene()
        let check = CheckChallenge(recipients: [scene.bo])
        let context = CallContext(user: scene.ana)
        let alone = Challenges(
            database: scene.database,
            identity: scene.identity.switchboard.asked(by: .challenges),
            media: Unreachable(),
            scoring: Unreachable(),
            rules: Rules(dares: DareRules(pointsPairDay: cap))
        ).switchboard
        if cap == 0 {
            #expect(try await alone.call(check, in: context).items.map(\.isPaid) == [true])
        } else {
            await #expect(throws: WireError.unavailable.fault) {
                try await alone.call(check, in: context)
            }
        }
        let deaf = Challenges(
            database: scene.database,
            identity: Unreachable(),
            media: Unreachable(),
            scoring: scene.scoring.switchboard.asked(by: .challenges),
            rules: Rules(dares: DareRules(pointsPairDay: cap))
        ).switchboard
        await #expect(throws: WireError.unavailable.fault) {
            try await deaf.call(check, in: context)
        }
    }
}
