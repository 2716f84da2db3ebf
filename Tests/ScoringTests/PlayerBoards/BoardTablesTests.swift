import Identifiers
import Postgres
import RPC
import ScoringAPI
import TestBasics
import TestKit
import Testing
import Values
import Wire

@testable import Scoring

/// Ranks are exact whatever has been folded, and while people are paid.
@Suite(.freshDatabase(Scoring.migrations)) struct BoardTablesTests {
    /// Scores that share buckets, lie at their edges, tie, and are as large as points may be.
    private static func score(_ dice: inout Dice) -> Int {
        switch Int.random(in: 0..<6, using: &dice) {
        case 0: 0
        case 1: 10 * Int.random(in: 0..<40, using: &dice)
        case 2: 10 * Int.random(in: 0..<5_000, using: &dice)
        case 3: Int.random(in: 0..<300_000, using: &dice)
        case 4:
            1 << (6 * Int.random(in: 1...8, using: &dice)) + Int.random(in: -2...2, using: &dice)
        default: Int.random(in: 0..<1 << 53, using: &dice)
        }
    }

    private static func crowd(_ count: Int, seed: UInt64) -> Crowd {
        var dice = Dice(seed: seed)
        return Crowd(
            players: (0..<count).map { _ in
                Player(
                    user: UserID(),
                    points: score(&dice),
                    reachedAt: Instant(
                        microseconds: 1_000_000 * Int64.random(in: 0..<20, using: &dice)
                    )
                )
            }
        )
    }

    @Test func `the ranks of ten thousand players equal a count in memory`() async throws {
        let crowd = Self.crowd(10_000, seed: 1)
        try await crowd.settle()
        let places = crowd.places
        let fixture = Fixture()
        // With nothing folded, with a part, and with everything.
        for limit in [0, 4_000, 100_000] {
            if limit > 0 { try await Database.fresh.fold(limit) }
            for place in stride(from: 0, to: 10_000, by: 211).map({ places[$0] }) {
                let rank = try await fixture.rank(of: place.user)
                #expect(rank == .init(rank: place.rank, points: place.points, players: 10_000))
            }
        }
        #expect(try await Database.fresh.misplaced() == 0)
        let board = try await fixture.wholeBoard()
        #expect(board.map(\.user.id) == places.map(\.user))
        #expect(board.map(\.points) == places.map(\.points))
        #expect(board.map(\.rank) == places.map(\.rank))
    }

    @Test func `anyone's neighbours are a part of the board`() async throws {
        let crowd = Self.crowd(500, seed: 2)
        try await crowd.settle()
        let places = crowd.places
        let fixture = Fixture()
        for index in stride(from: 0, to: 500, by: 17) {
            try await Database.fresh.fold(50)
            let near = try await fixture.neighbours(of: places[index].user, limit: 9)
            let start = min(max(0, index - 4), 491)
            let wanted = places[start..<(start + 9)]
            #expect(near.map(\.user.id) == wanted.map(\.user))
            #expect(near.map(\.rank) == wanted.map(\.rank))
            #expect(near.filter(\.isMe).map(\.user.id) == [places[index].user])
        }
    }

    @Test func `one step beyond the edge of a bucket is another rank`() async throws {
        for edge in [
            -1, 0, 1, 64, 4_096, 262_144, 1 << 30, 1 << 48, 1 << 53, 1 << 54, -1 << 54, 1 << 59,
            1_000_000_000_000_000_000, -1_000_000_000_000_000_000,
        ] as [Int] {
            let crowd = Crowd(
                players: [edge - 1, edge, edge, edge + 1].map {
                    Player(user: UserID(), points: $0, reachedAt: Instant(microseconds: 0))
                }
            )
            try await crowd.settle()
            for _ in 0..<2 {
                let ranks = try await Database.fresh.all(
                    "SELECT above, equal FROM totals, board_place(1, points) ORDER BY points"
                ) { row in try [row.next(Int.self), row.next(Int.self)] }
                #expect(ranks == [[3, 1], [1, 2], [1, 2], [0, 1]], "\(edge)")
                try await Database.fresh.fold()
            }
            #expect(try await Database.fresh.unfolded() == 0)
            // The next four are alone again.
            try await Database.fresh.run("DELETE FROM totals")
            try await Database.fresh.fold()
        }
    }

    @Test func `folds of any size change no rank, and in the end everyone is counted`()
        async throws
    {
        let crowd = Self.crowd(60, seed: 3)
        try await crowd.settle()
        while try await Database.fresh.fold(7) > 0 {
            #expect(try await Database.fresh.misplaced() == 0)
        }
        let counted = try await Database.fresh.all(
            "SELECT sum(count)::bigint FROM board_counts GROUP BY level"
        ) { row in try row.next(Int.self) }
        #expect(counted == Array(repeating: 60, count: 10))
        #expect(try await Database.fresh.unfolded() == 0)
    }

    @Test func `the board follows every kind of write to the totals`() async throws {
        let crowd = Self.crowd(20, seed: 4)
        try await crowd.settle()
        try await Database.fresh.fold()
        for statement: SQL in [
            "UPDATE totals SET points = points + 100 WHERE points < 1000",
            "UPDATE totals SET reached_at = now()",
            "DELETE FROM totals WHERE user_id = (SELECT max(user_id::text)::uuid FROM totals)",
            "INSERT INTO totals VALUES (gen_random_uuid(), 77, now())",
        ] {
            try await Database.fresh.transaction { try await $0.run(statement) }
            #expect(try await Database.fresh.misplaced() == 0)
        }
        try await Database.fresh.fold()
        #expect(try await Database.fresh.misplaced() == 0)
    }

    @Test func `buckets without players are removed`() async throws {
        let fixture = Fixture()
        let (ana, bo) = (UserID(), UserID())
        for second in 0..<5 {
            try await fixture.pay(ana, by: bo, at: Int64(second))
            try await Database.fresh.fold()
        }
        let buckets = try await Database.fresh.all(
            "SELECT bucket, count FROM board_counts WHERE level = 0 ORDER BY bucket"
        ) { row in try [row.next(Int.self), row.next(Int.self)] }
        #expect(buckets == [[50, 1], [500, 1]])
    }

    @Test func `a fold of the release before counts the last level too`() async throws {
        let scores = [0, 1 << 54, 1 << 54 + 1, 1 << 58, -1 << 54]
        func count(_ scores: [Int], by more: Int) async throws {
            try await Database.fresh.transaction { tx in
                try await tx.run(
                    """
                    INSERT INTO board_counts AS counts (board, level, bucket, count)
                    SELECT 7, level, score >> 6 * level, \(more) * count(*)
                    FROM unnest(\(scores)) AS score, generate_series(0, 8) AS step(level)
                    GROUP BY 1, 2, 3
                    ON CONFLICT ON CONSTRAINT board_counts_pkey
                    DO UPDATE SET count = counts.count + excluded.count
                    """
                )
            }
        }
        try await count(scores, by: 1)
        try await count(Array(scores.prefix(3)), by: 2)
        for (score, above, equal) in [
            (0, 7, 3), (1 << 54, 4, 3), (1 << 54 + 1, 1, 3), (1 << 58, 0, 1), (-1 << 54, 10, 1),
            (1 << 56, 1, 0), (.max, 0, 0), (.min, 11, 0),
        ] as [(Int, Int, Int)] {
            let found = try await Database.fresh.one(
                "SELECT above, equal, players FROM board_place(7, \(score))"
            ) { row in try [row.next(Int.self), row.next(Int.self), row.next(Int.self)] }
            #expect(found == [above, equal, 11])
        }
        try await count(scores, by: -1)
        try await count(Array(scores.prefix(3)), by: -2)
        let left = try await Database.fresh.one(
            "SELECT count(*) FROM board_counts WHERE board = 7 AND level = 9"
        ) { row in try row.next(Int.self) }
        #expect(left == 0)
    }

    @Test func `boards do not count each other's players`() async throws {
        let crowd = Self.crowd(10, seed: 5)
        try await crowd.settle()
        for _ in 0..<2 {
            try await Database.fresh.transaction { tx in
                try await tx.run(
                    "INSERT INTO board_changes (board, new_score) SELECT 2, generate_series(1, 40)"
                )
            }
            #expect(try await Database.fresh.misplaced() == 0)
            try await Database.fresh.fold()
        }
        #expect(try await Database.fresh.misplaced() == 0)
        let other = try await Database.fresh.one(
            "SELECT above, equal, players FROM board_place(2, 30)"
        ) { row in try [row.next(Int.self), row.next(Int.self), row.next(Int.self)] }
        #expect(other == [20, 2, 80])
    }

    @Test func `ranks are exact after a restore, where transaction numbers restart`() async throws {
        let crowd = Self.crowd(30, seed: 6)
        try await Database.fresh.transaction { tx in
            try await tx.run("UPDATE board_fold SET folded_before = '9223372036854775807'")
        }
        try await crowd.settle()
        #expect(try await Database.fresh.misplaced() == 0)
        #expect(try await Database.fresh.fold() > 0)
        #expect(try await Database.fresh.unfolded() == 0)
        try await Fixture().pay(UserID(), by: UserID())
        #expect(try await Database.fresh.misplaced() == 0)
    }
}
