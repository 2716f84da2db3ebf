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

/// A number of players in their own schema, and the scoring service that ranks them.
struct Players: Sendable {
    let count: Int
    let database: Database
    private let scoring: Scoring
    private let switchboard: Switchboard

    /// The count, such as `1,000,000`.
    var words: String { count.formatted(.number.locale(Locale(identifier: "en_US"))) }

    /// Creates the players: all have a name and points in multiples of ten, few of them many.
    ///
    /// The totals exist before the board does, so that its own migrations count them.
    static func settle(
        _ count: Int,
        on server: PrivateServer,
        hasBoard: Bool = true
    ) async throws -> Players {
        var logger = Logger(label: "board")
        logger.logLevel = .warning
        let database = Database(
            server.url,
            options: Database.Options(
                leasedMax: 16,
                schema: hasBoard ? "players_\(count)" : "plain_\(count)",
                // Rounds are long, and a figure is better than an error.
                leaseWait: .seconds(60),
                sharedStatementTimeout: .seconds(60),
                leasedStatementTimeout: .seconds(3_600)
            ),
            logger: logger
        )
        let before = Scoring.migrations.prefix { $0.name != "m02_create_boards" }
        try await database.migrate(Array(before))
        try await database.transaction { tx in
            try await tx.run(
                """
                INSERT INTO totals (user_id, points, reached_at)
                SELECT lpad(to_hex(number), 32, '0')::uuid,
                    10 * floor(-1000 * ln(1 - random()))::bigint,
                    '2026-01-01'::timestamptz + number * interval '1 second'
                FROM generate_series(1, \(count)) AS number
                """
            )
            try await tx.run(
                """
                INSERT INTO people (id, username, first_name, last_name, version)
                SELECT user_id, 'player', 'Some', 'Body', 1 FROM totals
                """
            )
        }
        if hasBoard { try await database.migrate(Scoring.migrations) }
        try await server.run("VACUUM ANALYZE; CHECKPOINT;")
        return Players(count: count, database: database)
    }

    private init(count: Int, database: Database) {
        self.count = count
        self.database = database
        scoring = Scoring(
            database: database,
            identity: Switchboard { _ in },
            challenges: Switchboard { _ in }
        )
        switchboard = scoring.switchboard
    }

    /// One caller's round. Returns the median seconds of one call.
    func time(
        _ turn: Duration,
        _ ask: (UserID) async throws -> Void
    ) async throws -> Double {
        let end = ContinuousClock.now + turn
        var times: [Double] = []
        repeat {
            let person = anybody
            let start = ContinuousClock.now
            try await ask(person)
            times.append((ContinuousClock.now - start) / .seconds(1))
        } while ContinuousClock.now < end
        return times.median
    }

    func rank(of user: UserID) async throws {
        let reply = try await switchboard.call(
            GetRank(),
            in: CallContext(user: user, peer: .gateway)
        )
        precondition(reply.players == count, "a player is missing")
    }

    func neighbours(of user: UserID) async throws {
        let reply = try await switchboard.asked(by: .operator).call(
            GetNeighbours(user: user),
            in: CallContext()
        )
        precondition(reply.items.contains { $0.isMe }, "the person is missing")
    }

    func top() async throws {
        let page = try await switchboard.asked(by: .operator).call(GetTop(), in: CallContext())
        precondition(page.items.count == 20, "a player is missing")
    }

    /// The rank as a query without a board.
    func count(above user: UserID) async throws {
        _ = try await database.one(
            """
            SELECT 1 + count(*) FROM totals
            WHERE -points < (SELECT -points FROM totals WHERE user_id = \(user))
            """
        ) { row in try row.next(Int.self) }
    }

    /// Runs the service's compaction loop beside the body, as its process does.
    func folding(_ body: () async throws -> Double) async throws -> Double {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await scoring.compaction.run() }
            let figure = try await body()
            group.cancelAll()
            return figure
        }
    }

    /// Delivers events that pay two people each, from that many callers. Returns events per second.
    func pay(by callers: Int, during turn: Duration) async throws -> Double {
        let start = ContinuousClock.now
        let end = start + turn
        let count = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<callers {
                group.addTask {
                    var count = 0
                    repeat {
                        try await pay()
                        count += 1
                    } while ContinuousClock.now < end
                    return count
                }
            }
            return try await group.reduce(0, +)
        }
        return Double(count) / ((ContinuousClock.now - start) / .seconds(1))
    }

    private func pay() async throws {
        _ = try await switchboard.asked(by: .challenges).call(
            AssignmentDone(
                assignment: AssignmentID(),
                completer: anybody,
                sender: anybody,
                at: .now(),
                isVerified: true
            ),
            in: .background(idempotencyKey: "\(EventID())")
        )
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
