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

/// Votes that are taken back (2.3-dispute, 2.8-take-back).
@Suite(.freshDatabase(Challenges.migrations))
struct WithdrawVoteTests {
    private static func withdraw(_ id: EntryID, ifVersion: Int64? = nil) -> WithdrawVote {
        WithdrawVote(entry: id, ifVersion: ifVersion)
    }

    @Test func `a vote that is taken back counts no more`() async throws {
        let scene = Scene()
        let arena = try await Arena.open(in: scene, with: [scene.bo, scene.cy])
        let id = try await arena.queried(of: scene.bo, by: scene.cy)
        try await arena.vote(true, on: id, by: scene.cy, scene.ana)
        for _ in 1...2 {
            let seen = try await scene.ask(Self.withdraw(id), as: scene.cy)
            #expect(seen.query?.remove == 1)
            #expect(seen.query?.myVote == nil)
            #expect(seen.version == 2)
            #expect(try await arena.entry(id, as: scene.cy) == seen)
        }
        // It is given again, the other way.
        try await arena.vote(false, on: id, by: scene.cy)
        #expect(try await arena.entry(id, as: scene.cy).query?.keep == 1)
    }

    @Test func `three votes less one decide nothing`() async throws {
        let scene = Scene()
        let dee = UserID()
        let arena = try await Arena.open(in: scene, with: [scene.bo, scene.cy, dee])
        let id = try await arena.queried(of: scene.ana, by: scene.cy)
        try await arena.vote(true, on: id, by: scene.bo, scene.cy, dee)
        _ = try await scene.ask(Self.withdraw(id), as: dee)
        try await arena.come(arena.settlesAt)
        #expect(try await arena.entry(id, as: scene.ana).state == .counted)
        try await arena.expectSound()
    }

    @Test func `a former or blocked participant withdraws a vote once, without seeing the entry`()
        async throws
    {
        let scene = Scene()
        let dee = UserID()
        let arena = try await Arena.open(in: scene, with: [scene.bo, scene.cy, dee])
        let id = try await arena.queried(of: scene.bo, by: scene.ana)
        try await arena.vote(true, on: id, by: scene.cy, dee)
        _ = try await scene.ask(LeaveContest(contest: arena.id), as: scene.cy)
        try await scene.relate(dee, scene.bo, .blocked)
        for user in [scene.cy, dee] {
            let stale = Self.withdraw(id, ifVersion: 1)
            #expect(await scene.fault(stale, as: user) == ChallengesError.versionStale.fault)
            let call = Self.withdraw(id)
            #expect(try await scene.takeBack(call, as: user, key: "k") == nil)
            #expect(await scene.fault(call, as: user) == ChallengesError.entryNotFound.fault)
            #expect(try await scene.takeBack(call, as: user, key: "k") == nil)
        }
        // Whoever comes back has none.
        _ = try await scene.ask(JoinContest(contest: arena.id), as: scene.cy)
        #expect(try await arena.entry(id, as: scene.cy).query?.remove == 0)
    }

    @Test func `once a query is settled its votes stay`() async throws {
        let scene = Scene()
        let arena = try await Arena.open(in: scene, with: [scene.bo, scene.cy])
        let id = try await arena.queried(of: scene.bo, by: scene.cy)
        try await arena.vote(false, on: id, by: scene.cy)
        _ = try await scene.ask(DecideEntry(entry: id, removes: false), as: scene.ana)
        let fault = await scene.fault(Self.withdraw(id), as: scene.cy)
        #expect(fault?.code == ChallengesError.notQueried.rawValue)
        #expect(fault?.entry?.query?.myVote == false)
        // To whoever no longer sees it, there is nothing.
        _ = try await scene.ask(LeaveContest(contest: arena.id), as: scene.cy)
        let unseen = await scene.fault(Self.withdraw(id), as: scene.cy)
        #expect(unseen == ChallengesError.entryNotFound.fault)
        #expect(try await scene.database.votes(of: scene.cy, on: [id]) == [id: false])
    }

    @Test func `it may be taken back until the contest stops settling`() async throws {
        let scene = Scene()
        let arena = try await Arena.open(in: scene, with: [scene.bo, scene.cy])
        let id = try await arena.queried(of: scene.bo, by: scene.cy)
        try await arena.vote(true, on: id, by: scene.ana, scene.cy)
        try await arena.come(arena.endsAt)
        scene.clock.advance(by: arena.settlesAt - arena.endsAt - .tick)
        #expect(await scene.fault(Self.withdraw(id), as: scene.ana) == nil)
        scene.clock.advance(by: .tick)
        let fault = await scene.fault(Self.withdraw(id), as: scene.cy)
        #expect(fault?.code == ChallengesError.contestOver.rawValue)
    }

    @Test func `an entry's owner and onlookers have no vote to take back`() async throws {
        let scene = Scene()
        let arena = try await Arena.open(in: scene, with: [scene.bo, scene.cy])
        let id = try await arena.log(by: scene.bo, audience: .public)
        _ = try await scene.ask(QueryEntry(entry: id, reason: "Hm."), as: scene.cy)
        let own = await scene.fault(Self.withdraw(id), as: scene.bo)
        #expect(own?.code == ChallengesError.ownEntry.rawValue)
        let onlooker = await scene.fault(Self.withdraw(id), as: UserID())
        #expect(onlooker?.code == ChallengesError.notInContest.rawValue)
        // Who left and still sees it takes back what they voted.
        try await arena.vote(true, on: id, by: scene.cy)
        _ = try await scene.ask(LeaveContest(contest: arena.id), as: scene.cy)
        #expect(try await scene.ask(Self.withdraw(id), as: scene.cy).id == id)
        #expect(try await scene.database.votes(of: scene.cy, on: [id]) == [:])
    }

    @Test func `what one cannot see is not found`() async throws {
        try await Arena.expectNotFound { Self.withdraw($0) }
    }

    @Test func `an older version than the present one is refused with the entry`() async throws {
        let scene = Scene()
        let arena = try await Arena.open(in: scene, with: [scene.bo, scene.cy])
        let id = try await arena.queried(of: scene.bo, by: scene.cy)
        try await arena.vote(true, on: id, by: scene.cy)
        let fault = await scene.fault(Self.withdraw(id, ifVersion: 1), as: scene.cy)
        #expect(fault?.code == ChallengesError.versionStale.rawValue)
        #expect(fault?.entry?.version == 2)
        #expect(await scene.fault(Self.withdraw(id, ifVersion: 2), as: scene.cy) == nil)
    }

    @Test func `it requires signing in`() async throws {
        let scene = Scene()
        let arena = try await Arena.open(in: scene, with: [scene.bo])
        let call = Self.withdraw(try await arena.queried(of: scene.bo, by: scene.ana))
        await #expect(throws: WireError.signInNeeded.fault) {
            try await scene.board.call(call, in: CallContext())
        }
    }
}
