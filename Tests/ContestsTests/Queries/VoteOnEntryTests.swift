import ChallengesAPI
import ChallengesTestKit
import Identifiers
import IdentityAPI
import Postgres
import RPC
import TestKit
import Testing
import Values
import Wire

@testable import Challenges

/// Voting on a queried entry (2.3-dispute).
@Suite(.freshDatabase(Challenges.migrations))
struct VoteOnEntryTests {
    private static func vote(
        _ removes: Bool = true,
        on id: EntryID,
        ifVersion: Int64? = nil
    ) -> VoteOnEntry {
        VoteOnEntry(entry: id, removes: removes, ifVersion: ifVersion)
    }

    @Test func `everyone sees how many voted how, and their own vote`() async throws {
        let scene = Scene()
        let dee = UserID()
        let arena = try await Arena.open(in: scene, with: [scene.bo, scene.cy, dee])
        let id = try await arena.queried(of: scene.bo, by: scene.cy)
        // Who queries it may vote, and so may the contest's owner.
        let voted = try await scene.ask(Self.vote(true, on: id), as: scene.cy)
        #expect(voted.query?.remove == 1 && voted.query?.keep == 0)
        #expect(voted.query?.myVote == true)
        try await arena.vote(false, on: id, by: scene.ana)
        let seen: [UserID: Bool?] = [scene.ana: false, scene.bo: nil, scene.cy: true, dee: nil]
        for (user, vote) in seen {
            let query = try await arena.entry(id, as: user).query
            #expect(query?.remove == 1 && query?.keep == 1)
            #expect(query?.myVote == vote)
        }
        #expect(try await arena.entry(id, as: scene.cy).version == 2)
        #expect(try await arena.value(of: scene.bo) == .km(1))
    }

    @Test func `a vote can be changed while the query is open, and counts once`() async throws {
        let scene = Scene()
        let arena = try await Arena.open(in: scene, with: [scene.bo, scene.cy])
        let id = try await arena.queried(of: scene.bo, by: scene.ana)
        for removes in [true, true, false, true, false] {
            let query = try await scene.ask(Self.vote(removes, on: id), as: scene.cy).query
            #expect(query?.remove == (removes ? 1 : 0))
            #expect(query?.keep == (removes ? 0 : 1))
            #expect(query?.myVote == removes)
        }
    }

    @Test func `the entry's owner never votes`() async throws {
        let scene = Scene()
        let arena = try await Arena.open(in: scene, with: [scene.bo, scene.cy])
        for (owner, asker) in [(scene.bo, scene.cy), (scene.ana, scene.bo)] {
            let id = try await arena.queried(of: owner, by: asker)
            let fault = await scene.fault(Self.vote(false, on: id), as: owner)
            #expect(fault?.code == ChallengesError.ownEntry.rawValue)
            #expect(fault?.kind == .conflict)
            #expect(try await arena.entry(id, as: owner).query?.keep == 0)
        }
    }

    @Test func `only an open query is voted on`() async throws {
        let scene = Scene()
        let arena = try await Arena.open(in: scene, with: [scene.bo, scene.cy])
        let never = try await arena.log(by: scene.bo)
        let (kept, removed, deleted) = (
            try await arena.queried(of: scene.bo, by: scene.cy),
            try await arena.queried(of: scene.bo, by: scene.cy),
            try await arena.queried(of: scene.bo, by: scene.cy)
        )
        _ = try await scene.ask(DecideEntry(entry: kept, removes: false), as: scene.ana)
        _ = try await scene.ask(DecideEntry(entry: removed, removes: true), as: scene.ana)
        _ = try await scene.ask(DeleteEntry(entry: deleted), as: scene.bo)
        for id in [never, kept, removed, deleted] {
            let fault = await scene.fault(Self.vote(on: id), as: scene.cy)
            #expect(fault?.code == ChallengesError.notQueried.rawValue)
            #expect(fault?.kind == .conflict)
            #expect(fault?.entry?.id == id)
        }
    }

    @Test func `a non-participant who sees the entry does not vote`()
        async throws
    {
        let scene = Scene()
        let terms = Arena.Terms(authorPlays: false)
        let arena = try await Arena.open(in: scene, with: [scene.bo, scene.cy], terms)
        let id = try await arena.log(by: scene.bo, audience: .public)
        _ = try await scene.ask(QueryEntry(entry: id, reason: "Hm."), as: scene.cy)
        for user in [scene.ana, UserID()] {
            let fault = await scene.fault(Self.vote(on: id), as: user)
            #expect(fault?.code == ChallengesError.notInContest.rawValue)
        }
    }

    @Test func `it may be voted on until the contest stops settling`() async throws {
        let scene = Scene()
        let arena = try await Arena.open(in: scene, with: [scene.bo, scene.cy])
        let id = try await arena.queried(of: scene.bo, by: scene.cy)
        try await arena.come(arena.endsAt)
        scene.clock.advance(by: arena.settlesAt - arena.endsAt - .tick)
        #expect(await scene.fault(Self.vote(on: id), as: scene.ana) == nil)
        scene.clock.advance(by: .tick)
        // No timer has fired.
        let fault = await scene.fault(Self.vote(on: id), as: scene.cy)
        #expect(fault?.code == ChallengesError.contestOver.rawValue)
    }

    @Test func `votes count of those alone who are in the contest and not blocked`()
        async throws
    {
        let scene = Scene()
        let (dee, eve) = (UserID(), UserID())
        let arena = try await Arena.open(in: scene, with: [scene.bo, scene.cy, dee, eve])
        let id = try await arena.queried(of: scene.bo, by: scene.cy)
        try await arena.vote(true, on: id, by: scene.ana, scene.cy, dee, eve)
        _ = try await scene.ask(LeaveContest(contest: arena.id), as: dee)
        #expect(try await arena.entry(id, as: scene.ana).query?.remove == 3)
        try await scene.relate(eve, scene.bo, .blocked)
        #expect(try await arena.entry(id, as: scene.ana).query?.remove == 2)
        // A block between others is none of it, and who comes back has their vote back.
        try await scene.relate(scene.cy, scene.ana, .blocked)
        _ = try await scene.ask(JoinContest(contest: arena.id), as: dee)
        #expect(try await arena.entry(id, as: scene.bo).query?.remove == 3)
    }

    @Test func `what one cannot see is not found`() async throws {
        try await Arena.expectNotFound { Self.vote(on: $0) }
    }

    @Test func `an older version than the present one is refused with the entry`() async throws {
        let scene = Scene()
        let arena = try await Arena.open(in: scene, with: [scene.bo, scene.cy])
        let id = try await arena.queried(of: scene.bo, by: scene.cy)
        let fault = await scene.fault(Self.vote(on: id, ifVersion: 1), as: scene.cy)
        #expect(fault?.code == ChallengesError.versionStale.rawValue)
        #expect(fault?.entry?.version == 2)
        #expect(await scene.fault(Self.vote(on: id, ifVersion: 2), as: scene.cy) == nil)
        // A vote changes no version: the next voter has read the same entry.
        #expect(await scene.fault(Self.vote(on: id, ifVersion: 2), as: scene.ana) == nil)
    }

    @Test func `a lost reply is repeated, whatever happened since`() async throws {
        let scene = Scene()
        let arena = try await Arena.open(in: scene, with: [scene.bo, scene.cy])
        let id = try await arena.queried(of: scene.bo, by: scene.ana)
        let first = try await scene.ask(Self.vote(true, on: id), as: scene.cy, key: "k")
        try await arena.vote(false, on: id, by: scene.cy)
        #expect(try await scene.ask(Self.vote(true, on: id), as: scene.cy, key: "k") == first)
        #expect(try await arena.entry(id, as: scene.cy).query?.myVote == false)
    }

    @Test func `voting requires signing in`() async throws {
        let scene = Scene()
        let arena = try await Arena.open(in: scene, with: [scene.bo])
        let call = Self.vote(on: try await arena.queried(of: scene.bo, by: scene.ana))
        await #expect(throws: WireError.signInNeeded.fault) {
            try await scene.board.call(call, in: CallContext())
        }
    }

    @Test func `votes at once count once for each person`() async throws {
        let scene = Scene()
        let people = (0..<10).map { _ in UserID() }
        let arena = try await Arena.open(in: scene, with: [scene.bo] + people)
        let id = try await arena.queried(of: scene.bo, by: scene.ana)
        let calls = people.flatMap { person in
            [true, false, true].map { (person, Self.vote($0, on: id)) }
        }
        #expect(await scene.faults(calls) == [])
        let query = try #require(try await arena.entry(id, as: scene.ana).query)
        #expect(query.remove + query.keep == 10)
    }
}
