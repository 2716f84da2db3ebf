import Identifiers
import Postgres
import ScoringAPI
import TestKit
import Testing
import Values

@testable import Scoring

/// Payments from before the boards existed are counted, including those made during the count.
struct BoardMigrationTests {
    private static func migrations(before name: String) -> [Migration] {
        Array(Scoring.migrations.prefix { $0.name != name })
    }

    private let crowd = Crowd(
        players: [300, 20, 100, 100, 0].enumerated().map { index, points in
            Player(
                user: UserID(),
                points: points,
                reachedAt: Instant(microseconds: Int64(index))
            )
        }
    )

    @Test(.freshDatabase(migrations(before: "m02_create_boards")))
    func `totals that are older than their board are ranked`() async throws {
        try await crowd.settle()
        // Known, and never paid.
        let idle = UserID()
        try await Database.fresh.transaction { tx in
            try await tx.run(
                """
                INSERT INTO people (id, username, first_name, last_name, version)
                VALUES (\(idle), 'idle', '', '', 1)
                """
            )
        }
        try await Database.fresh.migrate(Scoring.migrations)
        #expect(try await Database.fresh.unfolded() == 0)
        #expect(try await Database.fresh.misplaced() == 0)
        #expect(
            try await Database.fresh.rank(of: idle) == .init(rank: 5, points: 0, players: 6)
        )
        for place in crowd.places {
            #expect(try await Database.fresh.rank(of: place.user).rank == place.rank)
        }
    }

    @Test(.freshDatabase(migrations(before: "m03_count_players")))
    func `a payment between the migrations counts once`() async throws {
        try await crowd.settle()
        let late = crowd.players[1].user
        try await Database.fresh.transaction { try await $0.pay(90, to: late) }
        try await Database.fresh.migrate(Scoring.migrations)
        #expect(try await Database.fresh.misplaced() == 0)
        try await Database.fresh.transaction { try await $0.pay(10, to: late) }
        #expect(try await Database.fresh.misplaced() == 0)
        #expect(try await Database.fresh.rank(of: late) == .init(rank: 2, points: 120, players: 5))
    }
}
