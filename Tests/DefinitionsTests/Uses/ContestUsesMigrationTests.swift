import ChallengesAPI
import ChallengesTestKit
import Identifiers
import Postgres
import TestKit
import Testing
import Values

@testable import Challenges
@testable import ChallengesCore
@testable import Contests
@testable import Definitions
@testable import Discovery

/// A database of the release for which a contest was no use of its definition: who joined one, and
/// who completed one, is taken over in steps.
@Suite(.freshDatabase(Migration.before("m28_count_contest_uses")))
struct ContestUsesMigrationTests {
    private let scene = Scene()

    private struct Use: Hashable {
        let definition: DefinitionID
        let user: UserID
        let firstAt: Instant
        let completedAt: Instant?
    }

    private func uses() async throws -> Set<Use> {
        let uses = try await Database.fresh.all(
            "SELECT definition, user_id, first_at, completed_at FROM definition_uses"
        ) { row in
            try Use(
                definition: row.next(),
                user: row.next(),
                firstAt: row.next(),
                completedAt: row.next()
            )
        }
        return Set(uses)
    }

    @Test(arguments: [1, 2, 1_000])
    func `everyone is taken over, once, however small the steps`(rows: Int) async throws {
        let now = scene.clock.now
        let (one, other) = (try await scene.storeDefinition(), try await scene.storeDefinition())
        let joinedAt = now - .hours(1)
        var expected: Set<Use> = []
        for definition in [one, one, other, nil] {
            let contest = try await scene.storeContest(kind: .open) { contest in
                contest.challenge.snapshot.definition = definition
            }
            try await scene.storePart(scene.bo, .joined, in: contest, completedAt: now)
            try await scene.storePart(scene.cy, .left, in: contest)
            try await scene.storePart(UserID(), .invited, in: contest)
            guard let definition else { continue }
            expected.insert(
                Use(definition: definition, user: scene.bo, firstAt: joinedAt, completedAt: now)
            )
            expected.insert(
                Use(definition: definition, user: scene.cy, firstAt: joinedAt, completedAt: nil)
            )
        }
        try await Database.fresh.migrate(Challenges.migrations)
        #expect(try await uses() == [])
        var trends = scene.challenges.discovery.trends
        trends.rowsMax = rows
        while try await trends.fill() > 0 {}
        #expect(try await uses() == expected)
        try await scene.expectCounted()
        let acts = try await scene.acts().filter { $0.of == .definition }
        #expect(acts.filter { $0.what == .join }.count == 4)
        #expect(acts.filter { $0.what == .completion }.map(\.user) == [scene.bo, scene.bo])
    }

    @Test func `a user who took a definition on before keeps that time, and completes it now`()
        async throws
    {
        let definition = try await scene.storeDefinition()
        let contest = try await scene.storeContest(kind: .open) { contest in
            contest.challenge.snapshot.definition = definition
        }
        let completedAt = scene.clock.now - .minutes(1)
        try await scene.storePart(scene.bo, .joined, in: contest, completedAt: completedAt)
        let firstAt = scene.clock.now - .hours(9)
        try await scene.database.transaction { tx in
            try tx.use(definition, by: scene.bo, at: firstAt)
        }
        try await Database.fresh.migrate(Challenges.migrations)
        while try await scene.challenges.discovery.trends.fill() > 0 {}
        #expect(
            try await uses() == [
                Use(
                    definition: definition,
                    user: scene.bo,
                    firstAt: firstAt,
                    completedAt: completedAt
                )
            ]
        )
    }
}
