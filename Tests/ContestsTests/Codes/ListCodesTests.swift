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

@Suite(.freshDatabase(Challenges.migrations))
struct ListCodesTests {
    /// The codes on all pages.
    private func codes(
        of it: CodeScene,
        as user: UserID,
        limit: Int? = nil
    ) async throws -> [String] {
        var codes: [String] = []
        var call = ListCodes(contest: it.contest, limit: limit)
        repeat {
            let page = try await it.scene.ask(call, as: user)
            codes += page.items.map(\.code)
            call.cursor = page.nextCursor
        } while call.cursor != nil
        return codes
    }

    @Test func `the owner sees all codes, newest first, and others their own`() async throws {
        let it = try await CodeScene(.public, membersMayInvite: true)
        var all: [String] = []
        for maker in [it.ana, it.bo, it.bo, it.ana] {
            all.insert(try await it.make(by: maker), at: 0)
            it.scene.clock.advance(by: .tick)
        }
        #expect(try await codes(of: it, as: it.ana) == all)
        #expect(try await codes(of: it, as: it.bo) == [all[1], all[2]])
        #expect(try await codes(of: it, as: it.cy) == [])
        for limit in 1...5 {
            #expect(try await codes(of: it, as: it.ana, limit: limit) == all)
            #expect(try await codes(of: it, as: it.bo, limit: limit) == [all[1], all[2]])
        }
    }

    @Test func `codes that were made at one moment are all there, page by page`() async throws {
        let it = try await CodeScene()
        var made: Set<String> = []
        for _ in 1...7 { made.insert(try await it.make()) }
        for limit in [1, 2, 3, 7] {
            let listed = try await codes(of: it, as: it.ana, limit: limit)
            #expect(listed.count == 7)
            #expect(Set(listed) == made)
        }
    }

    @Test func `what can be used no more is there, but for what was revoked`() async throws {
        let it = try await CodeScene()
        let usedUp = try await it.make(usesMax: 1)
        try await it.open(usedUp, as: it.cy)
        it.scene.clock.advance(by: .tick)
        let now = it.scene.clock.now
        let expired = try await it.make(expiresAt: now + .tick)
        it.scene.clock.advance(by: .tick)
        let revoked = try await it.make()
        _ = try await it.scene.ask(RevokeCode(code: revoked), as: it.ana)
        let listed = try await it.scene.ask(ListCodes(contest: it.contest), as: it.ana).items
        #expect(listed.map(\.code) == [expired, usedUp])
        #expect(listed.map(\.uses) == [0, 1])
        #expect(listed.map(\.usesMax) == [nil, 1])
        #expect(listed[0].expiresAt == now + .tick)
    }

    @Test func `who made a code is a placeholder for whom they block`() async throws {
        let it = try await CodeScene(membersMayInvite: true)
        let code = try await it.make(by: it.bo)
        let list = ListCodes(contest: it.contest)
        #expect(try await it.scene.ask(list, as: it.ana).items.map(\.madeBy.id) == [it.bo])
        try await it.scene.relate(it.ana, it.bo, .blocked)
        let listed = try await it.scene.ask(list, as: it.ana).items
        #expect(listed.map(\.code) == [code])
        #expect(listed.map(\.madeBy) == [.hidden])
    }

    @Test func `who does not see the contest sees no codes of it`() async throws {
        let it = try await CodeScene()
        _ = try await it.make()
        let notFound = ChallengesError.contestNotFound.fault
        #expect(await it.scene.fault(ListCodes(contest: it.contest), as: it.cy) == notFound)
        #expect(await it.scene.fault(ListCodes(contest: ChallengeID()), as: it.ana) == notFound)
    }

    @Test func `a page has 1 to 100 codes, and a cursor of this contest`() async throws {
        let it = try await CodeScene()
        for limit in [0, 101] {
            let call = ListCodes(contest: it.contest, limit: limit)
            let refusal = Refusal(ChallengesError.limitInvalid, at: "/limit").fault
            #expect(await it.scene.fault(call, as: it.ana) == refusal)
        }
        for _ in 1...2 { _ = try await it.make() }
        let page = try await it.scene.ask(ListCodes(contest: it.contest, limit: 1), as: it.ana)
        let cursor = try #require(page.nextCursor)
        let end = it.scene.clock.now + .days(1)
        let create = CreateContest(name: "Steps", unit: "steps", endsAt: end)
        let other = try await it.scene.ask(create, as: it.ana).id
        for call in [
            ListCodes(contest: it.contest, cursor: "x"),
            ListCodes(contest: it.contest, cursor: ""),
            ListCodes(contest: other, cursor: cursor),
        ] {
            let refusal = Refusal(ChallengesError.cursorInvalid, at: "/cursor").fault
            #expect(await it.scene.fault(call, as: it.ana) == refusal)
        }
    }

    @Test func `listing codes requires signing in`() async throws {
        let it = try await CodeScene()
        await #expect(throws: WireError.signInNeeded.fault) {
            try await it.scene.board.call(ListCodes(contest: it.contest), in: CallContext())
        }
    }
}
