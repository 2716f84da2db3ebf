import ChallengesAPI
import ChallengesTestKit
import Identifiers
import IdentityAPI
import RPC
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import Contests

@Suite(.freshDatabase(Challenges.migrations))
struct GetCodeTests {
    /// What somebody without an account gets.
    private func get(_ code: String, in it: CodeScene) async throws(Fault) -> GetCode.Reply {
        try await it.scene.board.call(GetCode(code: code), in: CallContext())
    }

    @Test(arguments: [ContestVisibility.private, .friends, .link, .public])
    func `anyone learns who invites to what, and of a private contest no name`(
        visibility: ContestVisibility
    ) async throws {
        let it = try await CodeScene(visibility, startsIn: .hours(1), membersMayInvite: true)
        let now = it.scene.clock.now
        let code = try await it.make(usesMax: 7, by: it.bo)
        let isNamed = visibility == .public || visibility == .link
        let expected = GetCode.Reply(
            contest: .competition,
            name: isNamed ? "Water" : nil,
            owner: FakeIdentity.card(it.ana).person,
            startsAt: now + .hours(1),
            endsAt: now + .days(10)
        )
        #expect(try await get(code, in: it) == expected)
        #expect(try await it.scene.ask(GetCode(code: code), as: it.cy) == expected)
        // To look is no use.
        #expect(try await it.uses(of: code) == 0)
        #expect(try await it.part(of: it.cy) == nil)
    }

    @Test func `a code that cannot be used is answered like one that never was`() async throws {
        for (what, make) in CodeScene.dead {
            let it = try await CodeScene()
            let code = try await make(it)
            // Who looks is not known, and so nobody is blocked.
            let expected = what == "of somebody blocked" ? nil : ChallengesError.codeNotFound.fault
            let fault = await it.scene.fault(GetCode(code: code), as: it.cy)
            #expect(fault == expected, "\(what)")
            guard let expected else {
                #expect(try await get(code, in: it).owner?.id == it.ana)
                continue
            }
            await #expect(throws: expected, "\(what)") { try await get(code, in: it) }
        }
    }

    @Test func `a used-up code is unknown to everyone, even to those whom it invited`() async throws
    {
        let it = try await CodeScene()
        let code = try await it.make(usesMax: 1)
        try await it.open(code, as: it.cy)
        let notFound = ChallengesError.codeNotFound.fault
        for user in [it.cy, it.ana, UserID()] {
            #expect(await it.scene.fault(GetCode(code: code), as: user) == notFound)
        }
        await #expect(throws: notFound) { try await get(code, in: it) }
    }

    @Test func `a text that is no code is not even looked up, and a code only once`()
        async throws
    {
        let it = try await CodeScene()
        let codes = it.scene.challenges.contests.codes
        let malformed = ["", "c", "raaaaaaaaaaaaaaa", "caaaaaaaaaaaaaaaa", "caaaaaaaaaaaaaa\0"]
        for (texts, count) in [(malformed, 0), (["caaaaaaaaaaaaaaa"], 1)] {
            for text in texts {
                let log = StatementLog(it.scene.database)
                await #expect(throws: ChallengesError.codeNotFound) {
                    _ = try await codes.existing(text, for: it.cy, in: log)
                }
                #expect(log.statements.count == count)
            }
        }
    }
}
