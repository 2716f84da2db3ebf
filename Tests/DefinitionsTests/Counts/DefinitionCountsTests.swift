import ChallengesTestKit
import Identifiers
import Postgres
import TestKit
import Testing
import Values

@testable import Challenges
@testable import ChallengesCore
@testable import Definitions
@testable import Discovery

@Suite(.freshDatabase(Challenges.migrations))
struct DefinitionCountsTests {
    @Test func `every definition that is there from the beginning has its counts`() async throws {
        let definitions = try await Database.fresh.all("SELECT id FROM definitions") { row in
            try row.next(DefinitionID.self)
        }
        #expect(!definitions.isEmpty)
        let counts = try await Database.fresh.counts(of: definitions)
        #expect(counts.count == definitions.count)
        #expect(Set(counts.values) == [DefinitionCounts()])
    }

    @Test func `counts that are inserted again stay as they are`() async throws {
        let scene = Scene()
        let id = try await scene.storeDefinition()
        try await scene.database.transaction { tx in
            try tx.use(id, by: scene.bo, at: scene.clock.now)
            try tx.insertCounts(of: id)
        }
        #expect(try await scene.database.counts(of: [id]) == [id: DefinitionCounts(users: 1)])
    }

    @Test func `what does not exist has no counts, and nothing is asked for nothing`()
        async throws
    {
        #expect(try await Database.fresh.counts(of: [DefinitionID()]) == [:])
        #expect(try await Database.fresh.counts(of: [DefinitionID]()) == [:])
        #expect(try await Database.fresh.opinions(of: UserID(), on: []) == [:])
    }

    @Test func `a person uses a definition once, from the first time on`() async throws {
        let scene = Scene()
        let id = try await scene.storeDefinition()
        let first = scene.clock.now
        for _ in 1...2 {
            try await scene.database.transaction { tx in
                try tx.use(id, by: scene.bo, at: scene.clock.now)
            }
            scene.clock.advance(by: .days(1))
        }
        #expect(try await uses() == [Use(user: scene.bo, firstAt: first, completedAt: nil)])
        #expect(try await !scene.database.hasCompleted(id, scene.bo))
        let completed = scene.clock.now
        try await scene.complete(id, scene.bo)
        scene.clock.advance(by: .days(1))
        try await scene.complete(id, scene.bo)
        #expect(try await uses() == [Use(user: scene.bo, firstAt: first, completedAt: completed)])
        #expect(try await scene.database.hasCompleted(id, scene.bo))
        #expect(try await !scene.database.hasCompleted(id, scene.cy))
        try await scene.complete(id, scene.cy)
        #expect(try await scene.database.counts(of: [id]) == [id: DefinitionCounts(users: 2)])
        try await scene.expectCounted()
    }

    @Test func `uses at once count once for each person`() async throws {
        let scene = Scene()
        let id = try await scene.storeDefinition()
        let people = (0..<20).map { _ in UserID() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<80 {
                group.addTask {
                    try await scene.database.transaction { tx in
                        let person = people[index % people.count]
                        try tx.use(id, by: person, at: scene.clock.now)
                        if index % 3 == 0 { try tx.complete(id, by: person, at: scene.clock.now) }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await scene.database.counts(of: [id]) == [id: DefinitionCounts(users: 20)])
        try await scene.expectCounted()
    }

    @Test func `rows that are deleted no longer count, and a contest's likes never did`()
        async throws
    {
        let scene = Scene()
        let id = try await scene.storeDefinition()
        try await scene.complete(id, scene.bo, scene.cy)
        try await scene.database.transaction { tx in
            for user in [scene.bo, scene.cy] {
                _ = try await tx.like(id, by: user, at: scene.clock.now)
                try tx.rate(id, 4, by: user, at: scene.clock.now)
            }
        }
        let counts = DefinitionCounts(likes: 2, users: 2, ratingSum: 8, ratings: 2)
        #expect(try await scene.database.counts(of: [id]) == [id: counts])
        try await scene.database.transaction { tx in
            for statement in [
                "DELETE FROM likes WHERE user_id = \(scene.bo)",
                "DELETE FROM ratings WHERE user_id = \(scene.bo)",
                "DELETE FROM definition_uses WHERE user_id = \(scene.bo)",
            ] as [SQL] {
                try tx.enqueue(statement)
            }
            try tx.enqueue(
                """
                INSERT INTO likes (target, user_id, of, liked_at)
                VALUES (\(id), \(scene.bo), 'contest', \(scene.clock.now))
                """
            )
        }
        let fewer = DefinitionCounts(likes: 1, users: 1, ratingSum: 4, ratings: 1)
        #expect(try await scene.database.counts(of: [id]) == [id: fewer])
    }

    private struct Use: Hashable {
        let user: UserID
        let firstAt: Instant
        let completedAt: Instant?
    }

    private func uses() async throws -> [Use] {
        try await Database.fresh.all(
            "SELECT user_id, first_at, completed_at FROM definition_uses ORDER BY first_at"
        ) { row in
            try Use(user: row.next(), firstAt: row.next(), completedAt: row.next())
        }
    }
}
