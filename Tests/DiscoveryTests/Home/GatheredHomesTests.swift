import ChallengesAPI
import ChallengesTestKit
import Identifiers
import IdentityAPI
import People
import Postgres
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import ChallengesCore
@testable import Contests
@testable import Dares
@testable import Discovery
@testable import Goals

/// The homes that are read together (2.8-home).
@Suite(.freshDatabase(Challenges.migrations))
struct GatheredHomesTests {
    private let scene = Scene()

    private func page(
        of user: UserID,
        after cursor: String? = nil,
        limit: Int = 20
    ) throws -> HomePage {
        HomePage(
            user: user,
            moment: scene.clock.now,
            after: try HomeCursor(cursor),
            limit: limit
        )
    }

    private func found(_ pages: [HomePage]) async throws -> [HomePage: HomeParts] {
        try await scene.database.homes(of: pages, under: DareRules(), GoalRules())
    }

    @Test func `each person gets what is theirs, in their own page`() async throws {
        let dares = [try await scene.store(.sent), try await scene.store(.accepted)]
        let contest = try await scene.storeContest(kind: .open, visibility: .private)
        try await scene.storePart(scene.bo, .joined, in: contest)
        try await scene.storePart(scene.cy, .invited, in: contest)
        let goal = try await scene.goal(of: scene.cy)
        let pages = [
            try page(of: scene.bo), try page(of: scene.cy), try page(of: scene.bo, limit: 1),
            try page(of: UserID()),
        ]
        let found = try await found(pages)
        #expect(found.count == 4)
        let bo = try #require(found[pages[0]])
        #expect(bo.received?.details.map(\.assignment.id) == dares.sorted())
        #expect(bo.joined.map(\.id) == [contest.id])
        #expect(bo.goals.isEmpty)
        #expect(bo.inviting.isEmpty)
        let cy = try #require(found[pages[1]])
        #expect(cy.received == nil)
        #expect(cy.joined.isEmpty)
        #expect(cy.goals.map(\.id) == [goal.id])
        #expect(cy.inviting.map(\.id) == [contest.id])
        let first = try #require(found[pages[2]])
        #expect(first.received?.details.map(\.assignment.id) == [dares.sorted()[0]])
        #expect(first.joined.map(\.id) == [contest.id])
        let nobody = try #require(found[pages[3]])
        #expect(nobody.received == nil)
        #expect(nobody.joined.isEmpty && nobody.goals.isEmpty && nobody.inviting.isEmpty)
    }

    @Test func `across a block no invitation is there, and what is hidden is in no home`()
        async throws
    {
        let contest = try await scene.storeContest(kind: .open, visibility: .private)
        let hidden = try await scene.storeContest(
            kind: .open,
            visibility: .private,
            isHidden: true
        )
        for contest in [contest, hidden] {
            try await scene.storePart(scene.bo, .joined, in: contest)
            try await scene.storePart(scene.cy, .invited, in: contest)
        }
        let pages = [try page(of: scene.bo), try page(of: scene.cy)]
        try await scene.database.transaction { tx in
            try await tx.storeRelation(.blocked, of: contest.owner, and: scene.cy, version: 9)
            try await tx.storeRelation(.blocked, of: contest.owner, and: scene.bo, version: 9)
        }
        let found = try await found(pages)
        #expect(found[pages[0]]?.joined.map(\.id) == [contest.id])
        #expect(found[pages[1]]?.inviting.isEmpty == true)
    }

    @Test func `homes asked for at one moment are as when each is asked for alone`() async throws {
        for _ in 0..<3 { try await scene.store(.sent) }
        let contest = try await scene.storeContest(kind: .open, visibility: .private)
        try await scene.storePart(scene.cy, .joined, in: contest)
        let people = [scene.ana, scene.bo, scene.cy]
        var alone: [Page<HomeItem>] = []
        for person in people { alone.append(try await scene.ask(GetHome(limit: 2), as: person)) }
        let (scene, expected) = (scene, alone)
        try await withThrowingTaskGroup { group in
            for index in 0..<30 {
                group.addTask {
                    let home = try await scene.ask(GetHome(limit: 2), as: people[index % 3])
                    #expect(home.items == expected[index % 3].items)
                    #expect(home.nextCursor == expected[index % 3].nextCursor)
                }
            }
            try await group.waitForAll()
        }
    }
}
