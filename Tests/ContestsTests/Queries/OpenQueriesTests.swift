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
@testable import Contests

/// How many open queries a participant may have, and what becomes of those of one who is removed
/// (2.3-dispute).
@Suite(.freshDatabase(Challenges.migrations))
struct OpenQueriesTests {
    private static func query(_ id: EntryID) -> QueryEntry { QueryEntry(entry: id, reason: "Hm.") }

    @Test func `a participant has three open queries in a contest`() async throws {
        let scene = Scene()
        let arena = try await Arena.open(in: scene, with: [scene.bo, scene.cy])
        var ids: [EntryID] = []
        for _ in 0..<6 { ids.append(try await arena.log(by: scene.bo)) }
        for id in ids[..<3] {
            #expect(try await arena.entry(ids[3], as: scene.cy).actions == [.query])
            _ = try await scene.ask(Self.query(id), as: scene.cy)
        }
        let events = try await arena.told(.entryQueried).count
        let fault = await scene.fault(Self.query(ids[3]), as: scene.cy)
        #expect(fault?.code == "challenges.queries_too_many")
        #expect(fault?.kind == .conflict)
        #expect(fault?.entry?.state == .counted)
        #expect(fault?.entry?.actions == [])
        #expect(try await arena.told(.entryQueried).count == events)
        #expect(try await arena.entry(ids[3], as: scene.cy).actions == [])
        // Others have their own, and so has the next contest.
        #expect(await scene.fault(Self.query(ids[4]), as: scene.ana) == nil)
        let other = try await Arena.open(in: scene, with: [scene.bo, scene.cy])
        _ = try await other.queried(of: scene.bo, by: scene.cy)
        // One that is settled, or whose entry is deleted, makes room for one more.
        _ = try await scene.ask(DecideEntry(entry: ids[0], removes: false), as: scene.ana)
        _ = try await scene.ask(Self.query(ids[3]), as: scene.cy)
        #expect(
            await scene.fault(Self.query(ids[5]), as: scene.cy)?.code
                == "challenges.queries_too_many"
        )
        _ = try await scene.ask(DeleteEntry(entry: ids[1]), as: scene.bo)
        _ = try await scene.ask(Self.query(ids[5]), as: scene.cy)
        try await arena.expectSound()
    }

    @Test func `the operator says how many`() async throws {
        let scene = Scene(rules: Rules(contests: ContestRules(queriesOpen: 1)))
        let arena = try await Arena.open(in: scene, with: [scene.bo, scene.cy])
        _ = try await arena.queried(of: scene.bo, by: scene.cy)
        let id = try await arena.log(by: scene.bo)
        #expect(
            await scene.fault(Self.query(id), as: scene.cy)?.code == "challenges.queries_too_many"
        )
    }

    @Test func `a participant who leaves and returns has no more open queries`() async throws {
        let scene = Scene()
        let arena = try await Arena.open(in: scene, with: [scene.bo, scene.cy])
        for _ in 1...3 { _ = try await arena.queried(of: scene.bo, by: scene.cy) }
        _ = try await scene.ask(LeaveContest(contest: arena.id), as: scene.cy)
        _ = try await scene.ask(JoinContest(contest: arena.id), as: scene.cy)
        let id = try await arena.log(by: scene.bo)
        #expect(
            await scene.fault(Self.query(id), as: scene.cy)?.code == "challenges.queries_too_many"
        )
    }

    @Test func `of ten queries at once three are raised`() async throws {
        let scene = Scene()
        let arena = try await Arena.open(in: scene, with: [scene.bo, scene.cy])
        var ids: [EntryID] = []
        for index in 0..<10 {
            ids.append(try await arena.log(by: index.isMultiple(of: 2) ? scene.bo : scene.ana))
        }
        let faults = await scene.faults(ids.map { (scene.cy, Self.query($0)) })
        #expect(faults.map(\.code) == Array(repeating: "challenges.queries_too_many", count: 7))
        let states = try await scene.ask(ListEntries(contest: arena.id), as: scene.ana).items
        #expect(states.count { $0.state == .queried } == 3)
        #expect(try await arena.told(.entryQueried).count == 3)
        try await arena.expectSound()
    }

    // A participant who is removed.

    @Test func `queries of a removed participant fall, and their entries are free again`()
        async throws
    {
        let scene = Scene()
        let dee = UserID()
        let arena = try await Arena.open(in: scene, with: [scene.bo, scene.cy, dee])
        var ids: [EntryID] = []
        for _ in 1...3 { ids.append(try await arena.queried(5, of: scene.bo, by: scene.cy)) }
        let others = try await arena.queried(of: scene.bo, by: dee)
        let kept = ids.removeLast()
        _ = try await scene.ask(DecideEntry(entry: kept, removes: false), as: scene.ana)
        try await arena.vote(true, on: ids[0], by: scene.cy, dee)
        let decided = try await arena.told(.queryDecided).count
        let remove = RemoveParticipant(contest: arena.id, user: scene.cy)
        _ = try await scene.ask(remove, as: scene.ana)
        for id in ids {
            let entry = try await arena.entry(id, as: scene.bo)
            #expect(entry.state == .counted)
            #expect(entry.query == nil)
            #expect(entry.version == 3)
            #expect(entry.actions == [.change, .delete])
            #expect(try await arena.history(of: id).last == "unqueried Ana")
            let settled = try await arena.settled(of: id)
            #expect(settled.map(\.kinds) == [[.entryQueried]])
            #expect(settled.map(\.outcome) == [.gone])
            #expect(settled.first?.people == nil)
        }
        #expect(try await arena.told(.queryDecided).count == decided)
        // Theirs alone, and what was decided stays decided.
        #expect(try await arena.entry(others, as: scene.bo).state == .queried)
        #expect(try await arena.entry(kept, as: scene.bo).query?.isRemoved == false)
        // Another one may query them, and starts without votes.
        let again = try await scene.ask(Self.query(ids[0]), as: dee)
        #expect(again.query?.remove == 0)
        #expect(again.query?.myVote == nil)
        let change = ChangeEntry(entry: ids[1], amount: .km(3))
        #expect(try await scene.ask(change, as: scene.bo).amount == .km(3))
        // Removing twice changes nothing.
        _ = try await scene.ask(remove, as: scene.ana)
        #expect(try await arena.entry(ids[0], as: scene.bo).state == .queried)
        try await arena.expectSound()
    }

    @Test func `queries of who left stay until the owner removes them`() async throws {
        let scene = Scene()
        let arena = try await Arena.open(in: scene, with: [scene.bo, scene.cy])
        let id = try await arena.queried(of: scene.bo, by: scene.cy)
        _ = try await scene.ask(LeaveContest(contest: arena.id), as: scene.cy)
        #expect(try await arena.entry(id, as: scene.bo).state == .queried)
        try await arena.come(arena.endsAt)
        let remove = RemoveParticipant(contest: arena.id, user: scene.cy)
        _ = try await scene.ask(remove, as: scene.ana)
        #expect(try await arena.entry(id, as: scene.bo).query == nil)
        #expect(try await arena.settled(of: id).map(\.outcome) == [.gone])
        try await arena.come(arena.settlesAt)
        #expect(try await arena.told(.queryDecided).isEmpty)
        try await arena.expectSound()
    }

    @Test func `a stranger who queries everything is stopped by removing them`() async throws {
        let scene = Scene()
        let arena = try await Arena.open(in: scene, with: [scene.bo])
        let stranger = UserID()
        var ids: [EntryID] = []
        for index in 0..<8 {
            ids.append(try await arena.log(by: index.isMultiple(of: 2) ? scene.bo : scene.ana))
        }
        _ = try await scene.ask(JoinContest(contest: arena.id), as: stranger)
        #expect(await scene.faults(ids.map { (stranger, Self.query($0)) }).count == 5)
        _ = try await scene.ask(
            RemoveParticipant(contest: arena.id, user: stranger),
            as: scene.ana
        )
        for (index, id) in ids.enumerated() {
            let owner = index.isMultiple(of: 2) ? scene.bo : scene.ana
            #expect(await scene.fault(ChangeEntry(entry: id, amount: .km(2)), as: owner) == nil)
        }
        try await arena.expectSound()
    }

    @Test func `a query and the removal of who raises it, at once, leave none open`()
        async throws
    {
        let scene = Scene()
        let arena = try await Arena.open(in: scene, with: [scene.bo])
        for _ in 1...5 {
            let user = UserID()
            _ = try await scene.ask(JoinContest(contest: arena.id), as: user)
            let ids = [try await arena.log(by: scene.bo), try await arena.log(by: scene.ana)]
            await withTaskGroup { group in
                for id in ids {
                    group.addTask { _ = await scene.fault(Self.query(id), as: user) }
                }
                group.addTask {
                    let remove = RemoveParticipant(contest: arena.id, user: user)
                    _ = await scene.fault(remove, as: scene.ana)
                }
            }
            for id in ids {
                #expect(try await arena.entry(id, as: scene.ana).state == .counted)
            }
        }
        try await arena.expectSound()
    }
}
