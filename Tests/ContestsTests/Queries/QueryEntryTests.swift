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

/// Querying an entry (2.3-dispute).
@Suite(.freshDatabase(Challenges.migrations))
struct QueryEntryTests {
    private static func query(_ id: EntryID, ifVersion: Int64? = nil) -> QueryEntry {
        QueryEntry(entry: id, reason: "Hm.", ifVersion: ifVersion)
    }

    @Test func `a participant queries another user's entry, which still counts`()
        async throws
    {
        let scene = Scene()
        let arena = try await Arena.open(in: scene, with: [scene.bo, scene.cy])
        let id = try await arena.log(5, by: scene.bo)
        scene.clock.advance(by: .minutes(1))
        let queried = try await scene.ask(
            QueryEntry(entry: id, reason: "The lake is smaller."),
            as: scene.cy
        )
        #expect(queried.state == .queried)
        #expect(queried.version == 2)
        let query = try #require(queried.query)
        #expect(query.by == FakeIdentity.card(scene.cy).person)
        #expect(query.reason == "The lake is smaller.")
        #expect(query.at == scene.clock.now)
        #expect(query.remove == 0 && query.keep == 0)
        #expect(query.myVote == nil && query.isRemoved == nil)
        #expect(try await arena.entry(id, as: scene.bo).query == query)
        #expect(try await arena.value(of: scene.bo) == .km(5))
        #expect(
            try await arena.history(of: id).last == "queried Cy The lake is smaller."
        )
        try await arena.expectSound()
    }

    @Test func `the entry's owner and the contest's are told, and not who queries it`()
        async throws
    {
        let scene = Scene()
        let arena = try await Arena.open(in: scene, with: [scene.bo, scene.cy])
        // Ana owns the contest; Bo, Bo and Ana own the entries; Cy, Ana and Bo query them.
        let cases: [(owner: UserID, asker: UserID, told: [UserID])] = [
            (scene.bo, scene.cy, [scene.bo, scene.ana]), (scene.bo, scene.ana, [scene.bo]),
            (scene.ana, scene.bo, [scene.ana]),
        ]
        for (index, (owner, asker, people)) in cases.enumerated() {
            let entry = try await arena.queried(of: owner, by: asker)
            let told = try await arena.told(.entryQueried)
            #expect(told.count == index + 1)
            let last = try #require(told.last)
            #expect(last.people == people)
            #expect(last.actor == asker)
            #expect(last.subject == Notice.Subject(entry))
            #expect(last.cause == "\(entry)")
            #expect(last.challenge == arena.id)
            #expect(last.name == "Around the lake")
            #expect(last.at == scene.clock.now)
        }
    }

    @Test func `an owner who may not see the entry is not told of a query`() async throws {
        let scene = Scene()
        let arena = try await Arena.open(in: scene, with: [scene.bo, scene.cy])
        try await scene.relate(scene.ana, scene.bo, .blocked)
        _ = try await arena.queried(of: scene.bo, by: scene.cy)
        #expect(try await arena.told(.entryQueried).map(\.people) == [[scene.bo]])
    }

    @Test func `a viewer who may not see the querier does not see the reason`() async throws {
        let scene = Scene()
        let arena = try await Arena.open(in: scene, with: [scene.bo, scene.cy])
        let id = try await arena.queried(of: scene.bo, by: scene.cy)
        func said(to user: UserID) async throws -> String {
            let query = try #require(try await arena.entry(id, as: user).query)
            return "\(query.by.username): \(query.reason)"
        }
        let cy = FakeIdentity.card(scene.cy).person.username
        for user in [scene.ana, scene.bo, scene.cy] {
            #expect(try await said(to: user) == "\(cy): Really?")
        }
        try await scene.relate(scene.ana, scene.cy, .blocked)
        #expect(try await said(to: scene.ana) == "hidden: ")
        for user in [scene.bo, scene.cy] {
            #expect(try await said(to: user) == "\(cy): Really?")
        }
        // Nor of whom nobody sees, but for themselves.
        for (number, standing) in [AccountStanding.suspended, .deleted].enumerated() {
            try await scene.set(standing, of: scene.cy, version: Int64(number) + 2)
            let placeholder = standing == .deleted ? "deleted" : "hidden"
            #expect(try await said(to: scene.bo) == "\(placeholder): ")
            #expect(try await said(to: scene.cy) == "\(cy): Really?")
        }
        try await scene.set(.active, of: scene.cy, version: 4)
        #expect(try await said(to: scene.bo) == "\(cy): Really?")
    }

    @Test func `it takes a reason`() async throws {
        let scene = Scene()
        let arena = try await Arena.open(in: scene, with: [scene.bo])
        for (text, isValid) in Scene.reasons {
            let id = try await arena.log(by: scene.bo)
            let fault = await scene.fault(QueryEntry(entry: id, reason: text), as: scene.ana)
            #expect(fault == (isValid ? nil : Scene.noReason))
            let state = try await arena.entry(id, as: scene.ana).state
            #expect(state == (isValid ? .queried : .counted))
        }
    }

    @Test func `nobody queries an entry of their own`() async throws {
        let scene = Scene()
        let arena = try await Arena.open(in: scene, with: [scene.bo])
        for user in [scene.ana, scene.bo] {
            let id = try await arena.log(by: user)
            let fault = await scene.fault(QueryEntry(entry: id, reason: "Oops."), as: user)
            #expect(fault?.code == ChallengesError.ownEntry.rawValue)
            #expect(fault?.kind == .conflict)
            #expect(try await arena.entry(id, as: user).query == nil)
        }
    }

    @Test func `an entry is queried once, whatever became of it`() async throws {
        let scene = Scene()
        let arena = try await Arena.open(in: scene, with: [scene.bo, scene.cy])
        let (open, kept, removed, deleted) = (
            try await arena.queried(of: scene.bo, by: scene.cy),
            try await arena.queried(of: scene.bo, by: scene.cy),
            try await arena.queried(of: scene.bo, by: scene.cy),
            try await arena.queried(of: scene.bo, by: scene.ana)
        )
        _ = try await scene.ask(DecideEntry(entry: kept, removes: false), as: scene.ana)
        _ = try await scene.ask(DecideEntry(entry: removed, removes: true), as: scene.ana)
        _ = try await scene.ask(DeleteEntry(entry: deleted), as: scene.bo)
        for id in [open, kept, removed, deleted] {
            for user in [scene.ana, scene.cy] {
                let fault = await scene.fault(Self.query(id), as: user)
                #expect(fault?.code == ChallengesError.queriedAlready.rawValue)
                #expect(fault?.kind == .conflict)
                #expect(fault?.entry?.id == id)
            }
        }
        #expect(try await arena.told(.entryQueried).count == 4)
    }

    @Test func `what its owner took back is not queried`() async throws {
        let scene = Scene()
        let arena = try await Arena.open(in: scene, with: [scene.bo])
        let id = try await arena.log(by: scene.bo)
        _ = try await scene.ask(DeleteEntry(entry: id), as: scene.bo)
        let fault = await scene.fault(Self.query(id), as: scene.ana)
        #expect(fault?.code == ChallengesError.wrongState.rawValue)
    }

    @Test func `it may be queried until the contest stops settling`() async throws {
        let scene = Scene()
        let arena = try await Arena.open(in: scene, with: [scene.bo])
        let ids = [try await arena.log(by: scene.bo), try await arena.log(by: scene.bo)]
        try await arena.come(arena.endsAt)
        #expect(try await arena.state() == .settling)
        scene.clock.advance(by: arena.settlesAt - arena.endsAt - .tick)
        #expect(await scene.fault(Self.query(ids[0]), as: scene.ana) == nil)
        scene.clock.advance(by: .tick)
        // No timer has fired.
        let fault = await scene.fault(Self.query(ids[1]), as: scene.ana)
        #expect(fault?.code == ChallengesError.contestOver.rawValue)
        #expect(try await arena.state() == .completed)
    }

    @Test func `nothing of a cancelled contest is queried`() async throws {
        let scene = Scene()
        let arena = try await Arena.open(in: scene, with: [scene.bo])
        let id = try await arena.log(by: scene.bo)
        _ = try await scene.ask(CancelContest(contest: arena.id), as: scene.ana)
        let fault = await scene.fault(Self.query(id), as: scene.ana)
        #expect(fault?.code == ChallengesError.contestOver.rawValue)
    }

    @Test func `a non-participant who sees the entry cannot query it`()
        async throws
    {
        let scene = Scene()
        let arena = try await Arena.open(in: scene, with: [scene.bo])
        let id = try await arena.log(by: scene.bo, audience: .public)
        let fault = await scene.fault(Self.query(id), as: scene.cy)
        #expect(fault?.code == ChallengesError.notInContest.rawValue)
        #expect(fault?.kind == .conflict)
    }

    @Test(arguments: [false, true])
    func `an owner who does not play queries nothing`(plays: Bool) async throws {
        let scene = Scene()
        let terms = Arena.Terms(authorPlays: plays)
        let arena = try await Arena.open(in: scene, with: [scene.bo], terms)
        let id = try await arena.log(by: scene.bo)
        let fault = await scene.fault(Self.query(id), as: scene.ana)
        #expect(fault?.code == (plays ? nil : ChallengesError.notInContest.rawValue))
    }

    @Test func `what one cannot see is not found`() async throws {
        try await Arena.expectNotFound { Self.query($0) }
    }

    @Test func `an older version than the present one is refused with the entry`() async throws {
        let scene = Scene()
        let arena = try await Arena.open(in: scene, with: [scene.bo])
        let id = try await arena.log(by: scene.bo)
        _ = try await scene.ask(ChangeEntry(entry: id, note: "Uphill."), as: scene.bo)
        let fault = await scene.fault(Self.query(id, ifVersion: 1), as: scene.ana)
        #expect(fault?.code == ChallengesError.versionStale.rawValue)
        #expect(fault?.entry?.note == "Uphill.")
        #expect(await scene.fault(Self.query(id, ifVersion: 2), as: scene.ana) == nil)
    }

    @Test func `a lost reply is repeated, whatever happened since`() async throws {
        let scene = Scene()
        let arena = try await Arena.open(in: scene, with: [scene.bo])
        let call = Self.query(try await arena.log(by: scene.bo))
        let first = try await scene.ask(call, as: scene.ana, key: "k")
        _ = try await scene.ask(DecideEntry(entry: first.id, removes: false), as: scene.ana)
        #expect(try await scene.ask(call, as: scene.ana, key: "k") == first)
        #expect(try await arena.entry(first.id, as: scene.ana).state == .counted)
        #expect(try await arena.told(.entryQueried).count == 1)
    }

    @Test func `querying requires signing in`() async throws {
        let scene = Scene()
        let arena = try await Arena.open(in: scene, with: [scene.bo])
        let call = Self.query(try await arena.log(by: scene.bo))
        await #expect(throws: WireError.signInNeeded.fault) {
            try await scene.board.call(call, in: CallContext())
        }
    }

    @Test func `of queries at once one is raised`() async throws {
        let scene = Scene()
        let people = (0..<10).map { _ in UserID() }
        let arena = try await Arena.open(in: scene, with: [scene.bo] + people)
        let id = try await arena.log(by: scene.bo)
        let call = Self.query(id)
        let faults = await scene.faults(people.map { ($0, call) })
        #expect(faults.count == 9)
        #expect(faults.allSatisfy { $0.code == ChallengesError.queriedAlready.rawValue })
        #expect(try await arena.told(.entryQueried).count == 1)
        #expect(try await arena.history(of: id).count { $0.hasPrefix("queried") } == 1)
    }
}
