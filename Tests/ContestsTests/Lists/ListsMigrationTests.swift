import ChallengesAPI
import ChallengesTestKit
import Identifiers
import Postgres
import TestKit
import Testing
import Values

@testable import Challenges
@testable import Contests

/// A database of the release before lists had parts: all contests and participants have what lists
/// look for, whichever release writes them (2.14-lists).
@Suite(.freshDatabase(Array(Challenges.migrations.prefix { $0.name != "m39_list_apart" })))
struct ListsMigrationTests {
    private let scene = Scene()

    /// How many contests and participants there are, and how many of them have it.
    private func counts() async throws -> [Int] {
        try await Database.fresh.one(
            """
            SELECT (SELECT count(*) FROM contests), (SELECT count(*) FROM participants),
                (SELECT count(*) FROM contests JOIN challenges
                    ON challenges.id = contests.challenge AND challenges.author = contests.author),
                (SELECT count(*) FROM participants JOIN contests
                    ON contests.challenge = participants.challenge
                        AND contests.created_at = participants.contest_created_at)
            """
        ) { row in
            try [row.next(), row.next(), row.next(), row.next()]
        }
    }

    @Test func `those from before have it, in however many steps`() async throws {
        let contests = (0..<2_001).map { _ in ContestRecord.seen(owner: scene.ana) }
        try await Database.fresh.store(contests: contests)
        try await Database.fresh.store(
            participants: contests.map { .seen(scene.bo, .joined, of: $0) }
        )
        try await Database.fresh.migrate(Challenges.migrations)
        #expect(try await counts() == [2_001, 2_001, 2_001, 2_001])
    }

    @Test func `what the previous release writes between the migrations has it too`() async throws {
        let before = try await scene.storeContest()
        try await scene.storePart(scene.bo, .joined, in: before)
        try await Database.fresh.migrate(
            Array(Challenges.migrations.prefix { $0.name != "m40_fill_lists" })
        )
        #expect(try await counts() == [1, 1, 0, 0])
        let between = try await scene.storeContest(author: scene.bo)
        try await scene.storePart(scene.cy, .invited, in: between)
        try await Database.fresh.run(
            "UPDATE challenges SET author = \(scene.cy) WHERE id = \(before.id)"
        )
        #expect(try await counts() == [2, 2, 2, 1])
        try await Database.fresh.migrate(Challenges.migrations)
        #expect(try await counts() == [2, 2, 2, 2])
        // Whichever release stores another author, a trigger copies it for the lists.
        try await Database.fresh.run("UPDATE challenges SET author = \(scene.ana)")
        #expect(try await counts() == [2, 2, 2, 2])
    }
}
