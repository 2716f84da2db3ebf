import Identifiers
import IdentityAPI
import Postgres
import RPC
import ScoringAPI
import TestKit
import Testing
import Wire

@testable import Challenges
@testable import Identity
@testable import Media
@testable import Scoring

/// What must be true of a cluster once nothing is under way any more, whatever happened before.
struct Audit {
    let cluster: SmallCluster
    let people: [UserID]

    private var identity: Database { cluster.identity.database }
    private var challenges: Database { cluster.challenges.database }
    private var media: Database { cluster.media.database }
    private var scoring: Database { cluster.scoring.database }

    func run() async throws {
        try await cluster.settle()
        try await pointsFollowVerdicts()
        try await totalsAreSums()
        try await copiesAgree()
        try await boardsAreRight()
        try await everybodyIsRanked()
        try await windowsAreSums()
        try await scoresAreRecounted()
        try await picturesAreHeld()
        try await attemptsAreCounted()
    }

    /// Each done dare paid both once; what was not done, or is void, paid nobody in the end
    /// (2.7-ledger, CA-16, CA-17).
    private func pointsFollowVerdicts() async throws {
        let wanted = try await challenges.all(
            """
            SELECT id::text || ' ' || person, points FROM (
                SELECT id, recipient AS person, 100 AS points FROM assignments WHERE state = 'done'
                UNION ALL
                SELECT id, sender, 10 FROM assignments WHERE state = 'done') AS paid
            """
        ) { row in
            let (line, points): (String, Int32) = try row.read()
            return (line, Int(points))
        }
        let ledger = try await scoring.all(
            "SELECT cause::text || ' ' || user_id, sum(points)::bigint, count(*) FROM ledger GROUP BY 1"
        ) { row in
            let (line, points, count): (String, Int64, Int64) = try row.read()
            return (line: line, points: Int(points), count: count)
        }
        #expect(ledger.allSatisfy { $0.count == ($0.points == 0 ? 2 : 1) })
        #expect(
            Dictionary(uniqueKeysWithValues: ledger.map { ($0.line, $0.points) })
                .filter { $0.value != 0 } == Dictionary(uniqueKeysWithValues: wanted)
        )
    }

    private func totalsAreSums() async throws {
        let wrong = try await scoring.all(
            """
            SELECT user_id::text FROM totals
            FULL JOIN (SELECT user_id, sum(points)::bigint AS earned FROM ledger GROUP BY 1) AS sums
            USING (user_id) WHERE coalesce(points, 0) <> coalesce(earned, 0)
            """
        ) { row in try row.next(String.self) }
        #expect(wrong == [])
    }

    /// Whoever keeps a copy of identity's friendships and blocks has the same ones.
    private func copiesAgree() async throws {
        for relation in [Relation.friends, .blocked] {
            let known = try await pairs(relation, in: identity)
            #expect(try await pairs(relation, in: challenges) == known)
            #expect(try await pairs(relation, in: scoring) == known)
        }
    }

    /// Who are to each other what a relation says.
    private func pairs(_ relation: Relation, in database: Database) async throws -> Set<String> {
        Set(
            try await database.all(
                """
                SELECT one::text || ' ' || other FROM relations
                WHERE relation = \(relation.rawValue)
                """
            ) { row in try row.next(String.self) }
        )
    }

    /// Everybody's scoreboard is what one would count by hand (2.7-ranking, CA-18).
    private func boardsAreRight() async throws {
        let friends = try await pairs(.friends, in: identity)
        let totals = try await scoring.all("SELECT user_id, points FROM totals") { row in
            let (user, points): (UserID, Int64) = try row.read()
            return (user, Int(points))
        }
        let points = Dictionary(uniqueKeysWithValues: totals)
        for me in people {
            let shown = people.filter { other in
                other == me || friends.contains("\(me) \(other)")
                    || friends.contains("\(other) \(me)")
            }
            let board = try await cluster.scoring.switchboard.call(
                GetScoreboard(),
                in: CallContext(user: me)
            ).items
            #expect(Set(board.map(\.user.id)) == Set(shown))
            for row in board {
                let own = points[row.user.id] ?? 0
                #expect(row.points == own)
                #expect(row.rank == 1 + shown.count { (points[$0] ?? 0) > own })
            }
        }
    }

    /// Everybody's place among all players is what one statement counts, folded or not
    /// (2.7-ranking), and nobody who is known is left out.
    private func everybodyIsRanked() async throws {
        let misplaced = try await scoring.all(
            """
            SELECT user_id::text FROM (
                SELECT user_id, points, rank() OVER (ORDER BY points DESC) - 1 AS above,
                    count(*) OVER (PARTITION BY points) AS equal, count(*) OVER () AS players
                FROM totals WHERE is_shown
            ) AS counted, board_place(1, points) AS place
            WHERE (place.above, place.equal, place.players)
                IS DISTINCT FROM (counted.above, counted.equal, counted.players)
            UNION ALL
            SELECT id::text FROM people WHERE id NOT IN (SELECT user_id FROM totals)
            """
        ) { row in try row.next(String.self) }
        #expect(misplaced == [])
    }

    /// The months and weeks of everybody are sums over the ledger (2.7-windows).
    private func windowsAreSums() async throws {
        let miscounted = try await scoring.all(
            """
            SELECT user_id::text FROM (
                SELECT span, date_trunc(span, earned_at AT TIME ZONE 'UTC')::date AS starts_on,
                    user_id, sum(points)::bigint AS points
                FROM ledger, (VALUES ('month'), ('week')) AS spans(span)
                WHERE points <> 0
                GROUP BY 1, 2, 3
            ) AS summed FULL JOIN window_totals USING (span, starts_on, user_id)
            WHERE summed.points IS DISTINCT FROM window_totals.points
            """
        ) { row in try row.next(String.self) }
        #expect(miscounted == [])
    }

    /// The operator's check finds nothing (2.7-ranking, 2.7-windows, 2.7-streaks).
    private func scoresAreRecounted() async throws {
        var cursor: String?
        repeat {
            let page = try await cluster.scoring.switchboard.call(
                CheckBoards(limit: 7, cursor: cursor),
                in: CallContext(peer: .operator)
            )
            #expect(page.items == [])
            cursor = page.nextCursor
        } while cursor != nil
        repeat {
            let reply = try await cluster.scoring.switchboard.call(
                CheckScores(limit: 7, cursor: cursor),
                in: CallContext(peer: .operator)
            )
            #expect(reply.differences == [])
            cursor = reply.nextCursor
        } while cursor != nil
    }

    /// Every picture is used for what shows it in mediad's books, and for nothing else.
    private func picturesAreHeld() async throws {
        let shown = try await challenges.all(
            "SELECT media::text || ' ' || of || ':' || subject FROM photos"
        ) { row in try row.next(String.self) }
        let used = try await media.all("SELECT media::text || ' ' || cause FROM uses") { row in
            try row.next(String.self)
        }
        #expect(Set(used) == Set(shown))
        #expect(used.count == shown.count)
    }

    /// No attempt was made twice, and none is missing.
    private func attemptsAreCounted() async throws {
        let wrong = try await challenges.all(
            """
            SELECT id::text FROM assignments
            WHERE attempts <> (SELECT count(*) FROM attempts WHERE assignment = assignments.id)
            """
        ) { row in try row.next(String.self) }
        #expect(wrong == [])
    }
}
