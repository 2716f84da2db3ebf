import ChallengesAPI
import ChallengesTestKit
import Identifiers
import Postgres
import TestKit
import Testing
import Values

@testable import Challenges
@testable import Contests

/// A database of the release that takes the words of contests from their texts at each search: all
/// have them stored, whichever release writes them (2.8-search).
@Suite(.freshDatabase(Array(Challenges.migrations.prefix { $0.name != "m32_store_words" })))
struct WordsMigrationTests {
    private let scene = Scene()

    /// How many contests there are, and how many of them have the words of their texts.
    private func counts() async throws -> [Int] {
        try await Database.fresh.one(
            """
            SELECT count(*), count(*) FILTER (WHERE contests.words
                = contest_words(challenges.name, challenges.caption, challenges.description))
            FROM contests JOIN challenges ON challenges.id = contests.challenge
            """
        ) { row in
            try [row.next(), row.next()]
        }
    }

    @Test func `contests from before have their words, in however many steps`() async throws {
        let contests = (0..<2_001).map { _ in ContestRecord.seen(owner: scene.ana) }
        try await Database.fresh.store(contests: contests)
        try await scene.storeContest(.draft)
        try await Database.fresh.migrate(Challenges.migrations)
        #expect(try await counts() == [2_002, 2_002])
    }

    @Test func `what the previous release writes between the migrations has its words too`()
        async throws
    {
        let (renamed, kept) = (try await scene.storeContest(), try await scene.storeContest())
        let done = Array(Challenges.migrations.prefix { $0.name != "m33_find_words" })
        try await Database.fresh.migrate(done)
        #expect(try await counts() == [2, 0])
        let made = try await scene.storeContest()
        try await Database.fresh.run(
            "UPDATE challenges SET name = 'Wine' WHERE id = \(renamed.id)"
        )
        #expect(try await counts() == [3, 2])
        try await Database.fresh.migrate(Challenges.migrations)
        #expect(try await counts() == [3, 3])
        // Those of before and those of between alike.
        for contest in [renamed, kept, made] {
            try await Database.fresh.run(
                "UPDATE challenges SET caption = 'Sea' WHERE id = \(contest.id)"
            )
        }
        #expect(try await counts() == [3, 3])
    }
}
