import ChallengesAPI
import ChallengesTestKit
import Identifiers
import RPC
import TestKit
import Testing
import Values
import Wire

@testable import Challenges

@Suite(.freshDatabase(Challenges.migrations))
struct RevokeCodeTests {
    private static let notFound = ChallengesError.codeNotFound.fault

    @Test func `a code that is revoked lets nobody in, and nobody out`() async throws {
        let it = try await CodeScene()
        let (code, other) = (try await it.make(), try await it.make())
        try await it.open(code, as: it.cy)
        for _ in 1...2 {
            #expect(try await it.scene.ask(RevokeCode(code: code), as: it.ana) == Nothing())
        }
        #expect(await it.isDead(code, for: UserID()))
        #expect(await it.isDead(code, for: it.bo))
        #expect(try await it.part(of: it.cy) == .invited)
        let joined = try await it.scene.ask(JoinContest(contest: it.contest), as: it.cy)
        #expect(joined.isAttended)
        #expect(await !it.isDead(other, for: UserID()))
    }

    @Test func `the owner revokes any code, its creator their own, and other users none`()
        async throws
    {
        let it = try await CodeScene(.public, membersMayInvite: true)
        let dee = UserID()
        _ = try await it.scene.ask(JoinContest(contest: it.contest), as: dee)
        let code = try await it.make(by: it.bo)
        for user in [dee, it.cy] {
            #expect(await it.scene.fault(RevokeCode(code: code), as: user) == Self.notFound)
        }
        let owners = try await it.make()
        #expect(await it.scene.fault(RevokeCode(code: owners), as: it.bo) == Self.notFound)
        #expect(await !it.isDead(code, for: it.cy))
        _ = try await it.scene.ask(RevokeCode(code: code), as: it.bo)
        #expect(await it.isDead(code, for: it.cy))
        let next = try await it.make(by: it.bo)
        _ = try await it.scene.ask(RevokeCode(code: next), as: it.ana)
        #expect(await it.isDead(next, for: it.cy))
        #expect(await !it.isDead(owners, for: it.cy))
    }

    @Test func `who left revokes their codes, and an owner that was no longer does`() async throws {
        let it = try await CodeScene(membersMayInvite: true)
        let code = try await it.make(by: it.bo)
        _ = try await it.scene.ask(LeaveContest(contest: it.contest), as: it.bo)
        _ = try await it.scene.ask(RevokeCode(code: code), as: it.bo)
        #expect(await it.isDead(code, for: it.cy))

        let handed = try await CodeScene(membersMayInvite: true)
        let kept = try await handed.make(by: handed.bo)
        let hand = HandOverContest(contest: handed.contest, to: handed.bo)
        _ = try await handed.scene.ask(hand, as: handed.ana)
        let refusal = await handed.scene.fault(RevokeCode(code: kept), as: handed.ana)
        #expect(refusal == Self.notFound)
        #expect(await !handed.isDead(kept, for: handed.cy))
    }

    @Test func `what is no code is not found`() async throws {
        let it = try await CodeScene()
        for code in ["caaaaaaaaaaaaaaa", "", "c", "raaaaaaaaaaaaaaa", "caaaaaaaaaaaaaaaa"] {
            #expect(await it.scene.fault(RevokeCode(code: code), as: it.ana) == Self.notFound)
        }
    }

    @Test func `a lost reply is given again`() async throws {
        let it = try await CodeScene()
        let call = RevokeCode(code: try await it.make())
        _ = try await it.scene.ask(call, as: it.ana, key: "k")
        _ = try await it.scene.ask(HandOverContest(contest: it.contest, to: it.bo), as: it.ana)
        _ = try await it.scene.ask(call, as: it.ana, key: "k")
        let other = RevokeCode(code: try await it.make(by: it.bo))
        let reused = WireError.keyReused.fault
        #expect(await it.scene.fault(other, as: it.ana, key: "k") == reused)
    }

    @Test func `revoking and opening at once leaves a code that counts who came in`() async throws {
        let it = try await CodeScene()
        let code = try await it.make()
        let people = (0..<20).map { _ in UserID() }
        async let opened = it.scene.faults(people.map { ($0, OpenCode(code: code)) })
        async let revoked = it.scene.fault(RevokeCode(code: code), as: it.ana)
        let (faults, fault) = await (opened, revoked)
        #expect(fault == nil)
        #expect(Set(faults).isSubset(of: [Self.notFound]))
        let invited = try await it.scene.database.participants(of: it.contest, in: [.invited])
        #expect(invited.count == 20 - faults.count)
        #expect(try await it.uses(of: code) == invited.count)
        #expect(await it.isDead(code, for: it.cy))
    }

    @Test func `revoking requires signing in`() async throws {
        let it = try await CodeScene()
        let call = RevokeCode(code: try await it.make())
        await #expect(throws: WireError.signInNeeded.fault) {
            try await it.scene.board.call(call, in: CallContext())
        }
    }
}
