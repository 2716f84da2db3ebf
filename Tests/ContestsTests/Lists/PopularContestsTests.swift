import ChallengesAPI
import ChallengesTestKit
import Identifiers
import IdentityAPI
import Postgres
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import Contests

/// Contests by how many people ever joined (GC-16, 2.8-contests).
@Suite(.freshDatabase(Challenges.migrations))
struct PopularContestsTests {
    private let scene = Scene()

    private func popular(
        _ list: ListContests.Selection = .all,
        as user: UserID? = nil,
        limit: Int? = nil,
        _ change: (inout ListContests) -> Void = { _ in }
    ) async throws -> [ChallengeID] {
        var call = ListContests(list: list, limit: limit, sort: .popular)
        change(&call)
        return try await scene.contests(call, as: user ?? scene.bo)
    }

    /// Lets so many people have joined a contest.
    private func count(_ joins: Int, _ contest: ContestRecord) async throws {
        try await scene.count(joins, in: contest)
    }

    @Test func `the most joined come first, for whatever reason one sees them`() async throws {
        let dan = UserID()
        try await scene.know(dan)
        try await scene.relate(dan, scene.bo, .friends)
        let few = try await scene.storeContest()
        let many = try await scene.storeContest(visibility: .friends, owner: dan)
        let some = try await scene.storeContest(visibility: .private)
        let own = try await scene.storeContest(visibility: .private, owner: scene.bo)
        let unseen = try await scene.storeContest(visibility: .private)
        try await scene.storePart(scene.bo, .joined, in: some)
        for (joins, contest) in [(2, few), (9, many), (5, some), (3, own), (20, unseen)] {
            try await count(joins, contest)
        }
        let expected = [many.id, some.id, own.id, few.id]
        for limit in [1, 2, 3, 100] {
            #expect(try await popular(limit: limit) == expected)
            #expect(try await popular(.ongoing, limit: limit) == expected)
            #expect(try await popular(.discover, limit: limit) == [many.id, few.id])
            #expect(try await popular(.current, limit: limit) == [some.id])
            #expect(try await popular(.created, limit: limit) == [own.id])
            #expect(try await popular(limit: limit) { $0.author = dan } == [many.id])
        }
    }

    @Test func `a user who returns counts once, and one who left still counts`()
        async throws
    {
        let (one, other) = (try await Crew.form(in: scene), try await Crew.form(in: scene))
        try await one.join(scene.bo)
        for _ in 0..<3 {
            try await one.leave(scene.bo)
            try await one.join(scene.bo)
        }
        try await other.join(scene.bo, scene.cy)
        #expect(try await popular() == [other.id, one.id])
        try await other.leave(scene.bo)
        try await other.leave(scene.cy)
        #expect(try await one.counts() == [2, 2])
        #expect(try await other.counts() == [1, 3])
        #expect(try await popular() == [other.id, one.id])
    }

    @Test func `what is made, published, narrowed, hidden or ended is where it belongs`()
        async throws
    {
        let draft = try await scene.compete {
            $0.visibility = .public
            $0.draft = true
        }
        #expect(try await popular() == [])
        _ = try await scene.ask(PublishContest(contest: draft.id), as: scene.ana)
        for list in [ListContests.Selection.all, .ongoing, .discover] {
            #expect(try await popular(list) == [draft.id])
        }
        try await scene.database.run("UPDATE contests SET hidden_at = \(scene.clock.now)")
        #expect(try await popular() == [])
        try await scene.database.run("UPDATE contests SET hidden_at = NULL")
        #expect(try await popular() == [draft.id])
        _ = try await scene.ask(EndContest(contest: draft.id), as: scene.ana)
        #expect(try await popular(.ongoing) == [])
        #expect(try await popular() == [draft.id])
        try await scene.database.run("UPDATE contests SET visibility = 'private'")
        #expect(try await popular() == [])
        #expect(try await popular(as: scene.ana) == [draft.id])
    }

    @Test func `a draft, which nobody has joined, comes last among what its author made`()
        async throws
    {
        let draft = try await scene.compete { $0.draft = true }
        let made = try await scene.compete()
        for list in [ListContests.Selection.created, .all] {
            for q in ["water", nil] {
                let listed = try await popular(list, as: scene.ana, limit: 1) { $0.q = q }
                #expect(listed == [made.id, draft.id])
            }
        }
        let drafts = try await popular(as: scene.ana) { $0.state = .draft }
        #expect(drafts == [draft.id])
        #expect(try await popular() == [])
    }

    @Test func `a category has its own list, and follows a change`() async throws {
        let contest = try await scene.compete {
            $0.visibility = .public
            $0.category = "strength"
        }
        for list in [ListContests.Selection.all, .discover] {
            #expect(try await popular(list) { $0.category = "strength" } == [contest.id])
            #expect(try await popular(list) { $0.category = "endurance" } == [])
        }
        try await scene.database.run("UPDATE contests SET category = 'endurance'")
        #expect(try await popular { $0.category = "endurance" } == [contest.id])
        #expect(try await popular { $0.category = "strength" } == [])
    }
}
