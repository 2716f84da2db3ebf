import Identifiers
import IdentityAPI
import Postgres
import ScoringAPI
import TestKit
import Testing
import Values
import Wire

@testable import Scoring

/// A database of the release before it remembers what people were told that they lost.
@Suite(
    .freshDatabase(
        Array(Scoring.migrations.prefix { $0.name != "m21_remember_notices_of_losses" })
    )
) struct ToldLossMigrationTests {
    @Test func `a rank that was lost before is regained after it`() async throws {
        let (ana, bo) = (UserID(), UserID())
        let contest = ToldContest()
        let toldAt = Instant(microseconds: 1_800_000_000_123_456)
        try await contest.tell()
        try await Database.fresh.run(
            """
            INSERT INTO podiums (challenge, user_id, rank, told_at)
            VALUES (\(contest.id), \(ana), 1, \(toldAt))
            """
        )
        try await Database.fresh.migrate(Scoring.migrations)
        try await contest.tell([.init(bo, 3), .init(ana, 2)])
        #expect(try await contest.fixture.emitted(NoticesSettled.self).isEmpty)
        try await contest.tell([.init(bo, nil, version: 2)])
        let settled = try #require(
            try await contest.fixture.emitted(NoticesSettled.self).first
        )
        #expect(settled.people == [ana])
        #expect(settled.cause == "\(contest.id)/\(toldAt)")
    }
}
