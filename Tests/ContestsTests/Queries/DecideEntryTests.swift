import ChallengesAPI
import ChallengesTestKit
import Identifiers
import IdentityAPI
import RPC
import ScoringAPI
import TestKit
import Testing
import Values
import Wire

@testable import Challenges

/// What the contest's owner decides about a queried entry (2.3-dispute).
@Suite(.freshDatabase(Challenges.migrations))
struct DecideEntryTests {
    private static func decide(
        _ removes: Bool = true,
        about id: EntryID,
        ifVersion: Int64? = nil
    ) -> DecideEntry {
        DecideEntry(entry: id, removes: removes, ifVersion: ifVersion)
    }

    @Test func `what is removed counts no longer, and scoring hears of it`() async throws {
        let scene = Scene()
        let arena = try await Arena.open(in: scene, with: [scene.bo, scene.cy])
        try await arena.log(2, by: scene.bo)
        let id = try await arena.queried(5, of: scene.bo, by: scene.cy)
        #expect(try await arena.value(of: scene.bo) == .km(7))
        let decided = try await scene.ask(Self.decide(about: id), as: scene.ana)
        #expect(decided.state == .removed)
        #expect(decided.version == 3)
        #expect(decided.query?.isRemoved == true)
        #expect(try await arena.value(of: scene.bo) == .km(2))
        let told = try #require(try await scene.emitted(ScoresChanged.self).last)
        #expect(told.contest == arena.id)
        #expect(told.players.map(\.user) == [scene.bo])
        #expect(told.players.map(\.value) == [.km(2)])
        #expect(told.players.map(\.entries) == [1])
        #expect(try await arena.history(of: id).last == "removed Ana")
        try await arena.expectSound()
    }

    @Test func `what was all that somebody logged leaves them without a score`() async throws {
        let scene = Scene()
        let arena = try await Arena.open(in: scene, with: [scene.bo])
        let id = try await arena.queried(of: scene.bo, by: scene.ana)
        _ = try await scene.ask(Self.decide(about: id), as: scene.ana)
        let standing = try await ContestAudit(database: scene.database)
            .standings(of: arena.id)[scene.bo]
        #expect(standing?.value == nil && standing?.score == nil && standing?.entries == 0)
        try await arena.expectSound()
    }

    @Test func `what is kept counts as before`() async throws {
        let scene = Scene()
        let arena = try await Arena.open(in: scene, with: [scene.bo, scene.cy])
        let id = try await arena.queried(5, of: scene.bo, by: scene.cy)
        let told = try await scene.emitted(ScoresChanged.self).count
        let decided = try await scene.ask(Self.decide(false, about: id), as: scene.ana)
        #expect(decided.state == .counted)
        #expect(decided.version == 3)
        #expect(decided.query?.isRemoved == false)
        #expect(try await arena.value(of: scene.bo) == .km(5))
        #expect(try await scene.emitted(ScoresChanged.self).count == told)
        #expect(try await arena.history(of: id).last == "kept Ana")
        try await arena.expectSound()
    }

    @Test func `whose entry it is and who queried it are told, and not who decides`()
        async throws
    {
        let scene = Scene()
        let arena = try await Arena.open(in: scene, with: [scene.bo, scene.cy])
        for (asker, people) in [(scene.cy, [scene.bo, scene.cy]), (scene.ana, [scene.bo])] {
            let id = try await arena.queried(of: scene.bo, by: asker)
            _ = try await scene.ask(Self.decide(about: id), as: scene.ana)
            let told = try #require(try await arena.told(.queryDecided).last)
            #expect(told.people == people)
            #expect(told.actor == scene.ana)
            #expect(told.subject == Notice.Subject(id))
            #expect(told.cause == "\(id)")
            #expect(told.challenge == arena.id)
            let settled = try await arena.settled(of: id)
            #expect(settled.map(\.kinds) == [[.entryQueried]])
            #expect(settled.map(\.outcome) == [.acted])
            #expect(settled.map(\.people) == [nil])
        }
        #expect(try await arena.told(.queryDecided).count == 2)
    }

    @Test func `who has left is not told what became of their query`() async throws {
        let scene = Scene()
        let arena = try await Arena.open(in: scene, with: [scene.bo, scene.cy])
        let id = try await arena.queried(of: scene.bo, by: scene.cy)
        _ = try await scene.ask(LeaveContest(contest: arena.id), as: scene.cy)
        _ = try await scene.ask(Self.decide(about: id), as: scene.ana)
        #expect(try await arena.told(.queryDecided).map(\.people) == [[scene.bo]])
    }

    @Test(arguments: [true, false])
    func `it beats all votes`(removes: Bool) async throws {
        let scene = Scene()
        let people = (0..<4).map { _ in UserID() }
        let arena = try await Arena.open(in: scene, with: [scene.bo] + people)
        let id = try await arena.queried(of: scene.bo, by: people[0])
        for person in people { try await arena.vote(!removes, on: id, by: person) }
        _ = try await scene.ask(Self.decide(removes, about: id), as: scene.ana)
        try await arena.come(arena.endsAt)
        try await arena.come(arena.settlesAt)
        let result = try await arena.entry(id, as: scene.bo)
        #expect(result.state == (removes ? .removed : .counted))
        #expect(result.query?.isRemoved == removes)
        #expect(try await arena.value(of: scene.bo) == (removes ? nil : .km(1)))
        #expect(try await arena.told(.queryDecided).count == 1)
        try await arena.expectSound()
    }

    @Test func `a decision is final, even for a later owner`() async throws {
        let scene = Scene()
        let arena = try await Arena.open(in: scene, with: [scene.bo, scene.cy])
        for removes in [true, false] {
            let id = try await arena.queried(of: scene.bo, by: scene.cy)
            let owner = removes ? scene.ana : scene.cy
            _ = try await scene.ask(Self.decide(removes, about: id), as: owner)
            if removes {
                let hand = HandOverContest(contest: arena.id, to: scene.cy)
                _ = try await scene.ask(hand, as: scene.ana)
            }
            for again in [true, false] {
                let fault = await scene.fault(Self.decide(again, about: id), as: scene.cy)
                #expect(fault?.code == ChallengesError.notQueried.rawValue)
                #expect(fault?.kind == .conflict)
                #expect(fault?.entry?.query?.isRemoved == removes)
            }
        }
    }

    @Test func `the current owner decides, and no other user`() async throws {
        let scene = Scene()
        let arena = try await Arena.open(in: scene, with: [scene.bo, scene.cy])
        let id = try await arena.queried(of: scene.bo, by: scene.cy)
        func refusal(of user: UserID) async -> Fault? {
            await scene.fault(Self.decide(about: id), as: user)
        }
        for user in [scene.bo, scene.cy] {
            let fault = await refusal(of: user)
            #expect(fault?.code == ChallengesError.notYourPart.rawValue)
            #expect(fault?.kind == .forbidden)
        }
        let hand = HandOverContest(contest: arena.id, to: scene.cy)
        _ = try await scene.ask(hand, as: scene.ana)
        #expect(await refusal(of: scene.ana)?.code == ChallengesError.notYourPart.rawValue)
        #expect(await refusal(of: scene.cy) == nil)
    }

    @Test func `an owner who does not play decides`() async throws {
        let scene = Scene()
        let terms = Arena.Terms(authorPlays: false)
        let arena = try await Arena.open(in: scene, with: [scene.bo, scene.cy], terms)
        let id = try await arena.queried(of: scene.bo, by: scene.cy)
        #expect(try await arena.told(.entryQueried).map(\.people) == [[scene.bo, scene.ana]])
        #expect(try await arena.entry(id, as: scene.ana).actions == [.decide])
        let decided = try await scene.ask(Self.decide(about: id), as: scene.ana)
        #expect(decided.state == .removed)
    }

    @Test func `an owner does not decide about an entry of their own`() async throws {
        let scene = Scene()
        let arena = try await Arena.open(in: scene, with: [scene.bo])
        let id = try await arena.queried(of: scene.ana, by: scene.bo)
        for removes in [true, false] {
            let fault = await scene.fault(Self.decide(removes, about: id), as: scene.ana)
            #expect(fault?.code == ChallengesError.ownEntry.rawValue)
            #expect(fault?.kind == .conflict)
        }
        #expect(try await arena.entry(id, as: scene.bo).state == .queried)
    }

    @Test func `only an open query is decided`() async throws {
        let scene = Scene()
        let arena = try await Arena.open(in: scene, with: [scene.bo])
        let never = try await arena.log(by: scene.bo)
        let deleted = try await arena.queried(of: scene.bo, by: scene.ana)
        _ = try await scene.ask(DeleteEntry(entry: deleted), as: scene.bo)
        for id in [never, deleted] {
            let fault = await scene.fault(Self.decide(about: id), as: scene.ana)
            #expect(fault?.code == ChallengesError.notQueried.rawValue)
            #expect(fault?.entry?.id == id)
        }
    }

    @Test func `it may be decided until the contest stops settling`() async throws {
        let scene = Scene()
        let arena = try await Arena.open(in: scene, with: [scene.bo])
        let ids = [
            try await arena.queried(of: scene.bo, by: scene.ana),
            try await arena.queried(of: scene.bo, by: scene.ana),
        ]
        try await arena.come(arena.endsAt)
        scene.clock.advance(by: arena.settlesAt - arena.endsAt - .tick)
        #expect(await scene.fault(Self.decide(about: ids[0]), as: scene.ana) == nil)
        scene.clock.advance(by: .tick)
        // No timer has fired.
        let fault = await scene.fault(Self.decide(about: ids[1]), as: scene.ana)
        #expect(fault?.code == ChallengesError.contestOver.rawValue)
        #expect(try await arena.value(of: scene.bo) == .km(1))
        try await arena.expectSound()
    }

    @Test func `what one cannot see is not found`() async throws {
        try await Arena.expectNotFound { Self.decide(about: $0) }
    }

    @Test func `an older version than the present one is refused with the entry`() async throws {
        let scene = Scene()
        let arena = try await Arena.open(in: scene, with: [scene.bo])
        let id = try await arena.queried(of: scene.bo, by: scene.ana)
        let fault = await scene.fault(Self.decide(about: id, ifVersion: 1), as: scene.ana)
        #expect(fault?.code == ChallengesError.versionStale.rawValue)
        #expect(fault?.entry?.version == 2)
        #expect(await scene.fault(Self.decide(about: id, ifVersion: 2), as: scene.ana) == nil)
    }

    @Test func `a lost reply is repeated, whatever happened since`() async throws {
        let scene = Scene()
        let arena = try await Arena.open(in: scene, with: [scene.bo])
        let call = Self.decide(about: try await arena.queried(of: scene.bo, by: scene.ana))
        let first = try await scene.ask(call, as: scene.ana, key: "k")
        let hand = HandOverContest(contest: arena.id, to: scene.bo)
        _ = try await scene.ask(hand, as: scene.ana)
        #expect(try await scene.ask(call, as: scene.ana, key: "k") == first)
        #expect(try await arena.told(.queryDecided).count == 1)
    }

    @Test func `deciding requires signing in`() async throws {
        let scene = Scene()
        let arena = try await Arena.open(in: scene, with: [scene.bo])
        let call = Self.decide(about: try await arena.queried(of: scene.bo, by: scene.ana))
        await #expect(throws: WireError.signInNeeded.fault) {
            try await scene.board.call(call, in: CallContext())
        }
    }

    @Test func `of decisions at once one counts`() async throws {
        let scene = Scene()
        let arena = try await Arena.open(in: scene, with: [scene.bo])
        for _ in 0..<5 {
            let id = try await arena.queried(of: scene.bo, by: scene.ana)
            let calls = (0..<6).map { index in
                (scene.ana, Self.decide(index.isMultiple(of: 2), about: id))
            }
            let faults = await scene.faults(calls)
            #expect(faults.count == 5)
            #expect(faults.allSatisfy { $0.code == ChallengesError.notQueried.rawValue })
        }
        #expect(try await arena.told(.queryDecided).count == 5)
        try await arena.expectSound()
    }
}
