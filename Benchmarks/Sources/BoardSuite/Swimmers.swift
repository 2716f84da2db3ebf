import Foundation
import Identifiers
import Logging
import Measuring
import Outbox
import Postgres
import RPC
import Scoring
import ScoringAPI
import Staging
import Values
import Wire

/// An open contest with a number of people in it, one of several in the same tables, and the
/// scoring service that shows its board.
struct Swimmers: Sendable {
    let count: Int
    private let server: PrivateServer
    private let contest: ChallengeID
    private let database: Database
    private let switchboard: Switchboard

    /// The count, such as `1,000,000`.
    var words: String { count.formatted(.number.locale(Locale(identifier: "en_US"))) }

    /// Creates contests of these sizes, and a few hundred contests of a hundred players: all
    /// players have a name and a score, and few of them a high one.
    ///
    /// People are stored before the boards, so that one statement counts them. In contests of more
    /// than a thousand, they are moved to the board at once, as m03 does, and not in steps as the
    /// service does.
    static func settle(_ counts: [Int], on server: PrivateServer) async throws -> [Swimmers] {
        let sizes = counts + Array(repeating: 100, count: 300)
        let contests = sizes.map { _ in ChallengeID() }
        let database = open(on: server, as: "swimmers")
        try await database.migrate(before("m02_create_boards"))
        try await database.transaction { tx in
            _ = try await tx.run(
                """
                INSERT INTO people (id, username, first_name, last_name, version)
                SELECT lpad(to_hex(number), 32, '0')::uuid, 'swimmer', 'Some', 'Body', 1
                FROM generate_series(1, \(sizes.max() ?? 0)) AS number
                """
            )
        }
        try await database.migrate(before("m08_count_windows"))
        try await database.transaction { tx in
            try await tx.run(
                """
                INSERT INTO contest_boards (challenge, kind, name, owner, visibility, direction,
                    score, state, is_hidden, hides_values, version, results_written)
                SELECT challenge, 'open', 'Swim', lpad('1', 32, '0')::uuid, 'public', 'higher',
                    'raw', 'active', false, false, 1, 0
                FROM unnest(\(contests)) AS contest(challenge)
                """
            )
            try await tx.run(
                """
                INSERT INTO contest_players (challenge, user_id, state, is_kept, was_inactive,
                    score, entries, reached_at, version)
                SELECT challenge, lpad(to_hex(number), 32, '0')::uuid, 'joined', false, false,
                    250000 * floor(-1000 * ln(1 - random()))::bigint, 1,
                    '2026-01-01'::timestamptz, 1
                FROM unnest(\(contests), \(sizes)) AS contest(challenge, size),
                    generate_series(1, size) AS number
                """
            )
        }
        try await database.migrate(Scoring.migrations)
        let many = zip(contests, sizes).filter { $0.1 > 1_000 }.map(\.0)
        try await database.transaction { try await move(many, in: $0) }
        try await server.run("VACUUM ANALYZE; CHECKPOINT;")
        return zip(contests, counts).map { contest, count in
            Swimmers(count: count, server: server, contest: contest, database: database)
        }
    }

    private static func before(_ name: String) -> [Migration] {
        Array(Scoring.migrations.prefix { $0.name != name })
    }

    /// Moves all players of these contests to their boards.
    private static func move(_ contests: [ChallengeID], in tx: Transaction) async throws {
        for statement: SQL in [
            "DELETE FROM board_moves", "DELETE FROM catch_ups",
            "ALTER TABLE contest_players DISABLE TRIGGER contest_players_change",
            """
            UPDATE contest_boards SET board = board_named('contest/' || challenge),
                is_counted = true
            WHERE challenge = ANY(\(contests))
            """,
            """
            UPDATE contest_players AS player SET place = -player.score, board = contest_boards.board
            FROM contest_boards
            WHERE contest_boards.challenge = player.challenge AND contest_boards.is_counted
            """,
            """
            INSERT INTO board_counts (board, level, bucket, count)
            SELECT board, level, -place >> 6 * level, count(*)
            FROM contest_players, generate_series(0, 8) AS step(level)
            WHERE board IS NOT NULL GROUP BY 1, 2, 3
            ORDER BY 1, 2, 3
            """,
            "ALTER TABLE contest_players ENABLE TRIGGER contest_players_change",
        ] {
            try await tx.run(statement)
        }
    }

    private static func open(on server: PrivateServer, as name: String) -> Database {
        var logger = Logger(label: "board")
        logger.logLevel = .warning
        return Database(
            server.url,
            options: Database.Options(
                schema: "swimmers",
                applicationName: name,
                leaseWait: .seconds(60),
                sharedStatementTimeout: .seconds(60),
                leasedStatementTimeout: .seconds(3_600)
            ),
            logger: logger
        )
    }

    private init(
        count: Int,
        server: PrivateServer,
        contest: ChallengeID,
        database: Database
    ) {
        self.count = count
        self.server = server
        self.contest = contest
        self.database = database
        switchboard = Self.switchboard(on: database)
    }

    private static func switchboard(on database: Database) -> Switchboard {
        Scoring(
            database: database,
            identity: Switchboard { _ in },
            challenges: Switchboard { _ in }
        ).switchboard
    }

    func close() async {
        await database.close()
    }

    /// One caller's round. Returns the median seconds of one player's rank.
    func time(_ turn: Duration) async throws -> Double {
        let end = ContinuousClock.now + turn
        var times: [Double] = []
        repeat {
            let person = anybody
            let start = ContinuousClock.now
            try await rank(of: person, switchboard)
            times.append((ContinuousClock.now - start) / .seconds(1))
        } while ContinuousClock.now < end
        return times.median
    }

    /// The bytes of the buffers that the server reads for one player's rank, on connections whose
    /// statements are prepared with the first of many.
    func bytesRead() async throws -> Double {
        let calls = 500
        let name = "reading"
        let before = try await blocks(after: name)
        let database = Self.open(on: server, as: name)
        let switchboard = Self.switchboard(on: database)
        for _ in 0..<calls { try await rank(of: anybody, switchboard) }
        await database.close()
        let after = try await blocks(after: name)
        return (after - before) * 8_192 / Double(calls)
    }

    /// The number of buffers that were read, as each connection reports at its end.
    private func blocks(after name: String) async throws -> Double {
        for _ in 0..<1_000 {
            let open = try await server.run(
                "SELECT count(*) FROM pg_stat_activity WHERE application_name LIKE '\(name)%'"
            )
            if open.trimmingCharacters(in: .whitespacesAndNewlines) == "0" { break }
        }
        let read = try await server.run(
            """
            SELECT sum(heap_blks_read + heap_blks_hit + idx_blks_read + idx_blks_hit)
            FROM pg_statio_user_tables WHERE schemaname = 'swimmers'
            """
        )
        guard let blocks = Double(read.trimmingCharacters(in: .whitespacesAndNewlines)) else {
            throw StagingError("no statistics: \(read)")
        }
        return blocks
    }

    private func rank(of user: UserID, _ switchboard: Switchboard) async throws {
        let page = try await switchboard.call(
            GetBoard(contest: contest, around: .me, limit: 1),
            in: CallContext(user: user, peer: .gateway)
        )
        precondition(page.items.first?.rank != nil, "a player is missing")
    }

    private var anybody: UserID {
        let number = String(Int.random(in: 1...count), radix: 16)
        let digits = String(repeating: "0", count: 12 - number.count) + number
        guard let user = UserID("00000000-0000-0000-0000-\(digits)") else {
            preconditionFailure("\(digits) are not twelve digits")
        }
        return user
    }
}
