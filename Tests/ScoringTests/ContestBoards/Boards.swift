import Identifiers
import Postgres
import RPC
import ScoringAPI
import TestKit
import Testing
import Values
import Wire

@testable import Scoring

extension Fixture {
    func rank(of user: UserID) async throws -> GetRank.Reply {
        try await scoring.call(GetRank(), in: CallContext(user: user, peer: .gateway))
    }

    func top(limit: Int? = nil, cursor: String? = nil) async throws -> GetTop.Reply {
        try await scoring.asked(by: .operator).call(
            GetTop(limit: limit, cursor: cursor),
            in: CallContext()
        )
    }

    func neighbours(of user: UserID, limit: Int? = nil) async throws -> [Standing] {
        try await scoring.asked(by: .operator).call(
            GetNeighbours(user: user, limit: limit),
            in: CallContext()
        ).items
    }

    /// Returns the whole board of all players, read in pages.
    func wholeBoard(limit: Int = 100) async throws -> [Standing] {
        var places: [Standing] = []
        var cursor: String?
        repeat {
            let page = try await top(limit: limit, cursor: cursor)
            #expect(page.items.count <= limit)
            places += page.items
            cursor = page.nextCursor
        } while cursor != nil
        return places
    }
}

extension Transaction {
    /// Pays one person for a new cause.
    func pay(_ points: Int, to user: UserID) async throws {
        try await pay([
            LedgerLine(
                cause: AssignmentID(),
                user: user,
                rule: .complete,
                points: points,
                at: .now(),
                isVerified: true
            )
        ])
    }
}

/// Players whose places are computed in memory, to compare with the database.
struct Crowd {
    /// In any order.
    var players: [Player]

    /// Inserts them into a database: names, and totals as payments would leave them.
    func settle(in database: Database = .fresh) async throws {
        try await database.transaction { tx in
            try await tx.run(
                """
                INSERT INTO totals (user_id, points, reached_at)
                SELECT * FROM unnest(\(players.map(\.user)), \(players.map(\.points)),
                    \(players.map(\.reachedAt)))
                """
            )
            try await tx.run(
                """
                INSERT INTO people (id, username, first_name, last_name, version)
                SELECT id, id::text, '', '', 1 FROM unnest(\(players.map(\.user))) AS id
                """
            )
        }
    }

    /// Everyone's place, in the order of the board.
    var places: [Place] {
        let sorted = players.sorted { one, other in
            (-one.points, one.reachedAt, one.user) < (-other.points, other.reachedAt, other.user)
        }
        var firstOf: [Int: Int] = [:]
        for (index, player) in sorted.enumerated() where firstOf[player.points] == nil {
            firstOf[player.points] = index + 1
        }
        return sorted.map { player in
            Place(
                rank: firstOf[player.points] ?? 0,
                user: player.user,
                points: player.points,
                reachedAt: player.reachedAt
            )
        }
    }
}

extension Database {
    /// Folds at most `limit` changes.
    @discardableResult
    func fold(_ limit: Int = 100_000) async throws -> Int {
        try await transaction { tx in try await tx.foldBoards(limit: limit) }
    }

    /// Returns how many players have a place that differs from a full count in the same snapshot.
    func misplaced() async throws -> Int {
        try await one(
            """
            SELECT count(*) FROM (
                SELECT points, rank() OVER (ORDER BY points DESC) - 1 AS above,
                    count(*) OVER (PARTITION BY points) AS equal, count(*) OVER () AS players
                FROM totals WHERE is_shown
            ) AS counted, board_place(1, points) AS place
            WHERE (place.above, place.equal, place.players)
                IS DISTINCT FROM (counted.above, counted.equal, counted.players)
            """
        ) { row in try row.next() }
    }

    /// Returns how many changes are not folded yet.
    func unfolded() async throws -> Int {
        try await one("SELECT count(*) FROM board_changes") { row in try row.next() }
    }
}
