import Identifiers
import IdentityAPI
import People
import Postgres
import ScoringAPI
import Values

// The `contest_boards` table: what scoring knows of each contest. No other file names it.
extension Reader {
    /// A contest's board, and the viewer's access to it; `nil` if the contest is not known.
    func board(
        of contest: ChallengeID,
        for viewer: UserID
    ) async throws -> (board: ContestBoard, access: BoardAccess)? {
        try await first(
            """
            SELECT \(ContestBoard.columns.of("board")), player.state,
                \(relationOf: "board.owner", with: viewer), \(standingOf: "board.owner")
            FROM contest_boards AS board
            LEFT JOIN contest_players AS player
                ON player.challenge = board.challenge AND player.user_id = \(viewer)
            WHERE board.challenge = \(contest)
            """,
            .point
        ) { row in
            (try ContestBoard(reading: &row), try BoardAccess(reading: &row))
        }
    }

    /// Completed contests whose results are not all written, at most `limit`.
    func unfrozenBoards(limit: Int) async throws -> [ChallengeID] {
        try await all(
            """
            SELECT challenge FROM contest_boards
            WHERE state = 'completed' AND frozen_at IS NULL ORDER BY challenge LIMIT \(limit)
            """,
            .point
        ) { row in try row.next() }
    }
}

extension Transaction {
    /// Locks and reads a contest's board; `nil` if the contest is not known.
    func heldBoard(of contest: ChallengeID) async throws -> ContestBoard? {
        try await first(
            """
            SELECT \(ContestBoard.columns) FROM contest_boards
            WHERE challenge = \(contest) FOR NO KEY UPDATE
            """
        ) { row in try ContestBoard(reading: &row) }
    }

    /// Reads a contest's board with a shared lock, so that it does not change until the transaction
    /// ends.
    func sharedBoard(of contest: ChallengeID) async throws -> ContestBoard? {
        try await first(
            """
            SELECT \(ContestBoard.columns) FROM contest_boards
            WHERE challenge = \(contest) FOR SHARE
            """
        ) { row in try ContestBoard(reading: &row) }
    }

    /// Locks and reads the board of a completed contest whose results are not all written. Returns
    /// `nil` if they are, or another transaction has locked the board.
    func unfrozenBoard(of contest: ChallengeID) async throws -> ContestBoard? {
        try await first(
            """
            SELECT \(ContestBoard.columns) FROM contest_boards
            WHERE challenge = \(contest) AND state = 'completed' AND frozen_at IS NULL
            FOR NO KEY UPDATE SKIP LOCKED
            """
        ) { row in try ContestBoard(reading: &row) }
    }

    /// Stores a board, unless the stored version is at least as new. Sent with the next statement.
    func save(_ board: ContestBoard) throws {
        try enqueue(
            """
            INSERT INTO contest_boards (\(ContestBoard.columns))
            VALUES (\(board.challenge), \(board.kind.rawValue), \(board.name), \(board.owner),
                \(board.visibility.rawValue), \(board.direction.rawValue),
                \(board.score.rawValue), \(board.goal), \(board.state.rawValue),
                \(board.isHidden), \(board.hidesValues), \(board.timeZone),
                \(board.cancelledAt), \(board.version), \(board.resultsWritten),
                \(board.frozenAt), \(board.number), \(board.isCounted))
            ON CONFLICT ON CONSTRAINT contest_boards_pkey DO UPDATE SET kind = excluded.kind,
                name = excluded.name, owner = excluded.owner, visibility = excluded.visibility,
                direction = excluded.direction, score = excluded.score, goal = excluded.goal,
                state = excluded.state, is_hidden = excluded.is_hidden,
                hides_values = excluded.hides_values, time_zone = excluded.time_zone,
                cancelled_at = excluded.cancelled_at, version = excluded.version
            WHERE contest_boards.version < excluded.version
            """
        )
    }

    /// Stores the number of the board that counts a contest's players, and whether it counts all of
    /// them. Sent with the next statement.
    func saveNumber(of board: ContestBoard) throws {
        try enqueue(
            """
            UPDATE contest_boards
            SET board = \(board.number), is_counted = \(board.isCounted)
            WHERE challenge = \(board.challenge)
            """
        )
    }

    /// Stores the number of written results and, once it is set, when the last one was written.
    /// Sent with the next statement.
    func saveResults(of board: ContestBoard) throws {
        try enqueue(
            """
            UPDATE contest_boards
            SET results_written = \(board.resultsWritten), frozen_at = \(board.frozenAt)
            WHERE challenge = \(board.challenge)
            """
        )
    }
}

// Medals are awarded once all results are written.
extension Reader {
    /// Contests whose results are not all checked for medals, at most `limit`, in the order in
    /// which their results were completed.
    func unawardedBoards(limit: Int) async throws -> [ChallengeID] {
        try await all(
            """
            SELECT challenge FROM contest_boards
            WHERE frozen_at IS NOT NULL AND medals_at IS NULL
            ORDER BY frozen_at, challenge LIMIT \(limit)
            """,
            .point
        ) { row in try row.next() }
    }

    /// The boards of contests, at most 200, and the viewer's access to each. Contests that are not
    /// known are left out.
    func boards(
        of contests: Set<ChallengeID>,
        for viewer: UserID
    ) async throws -> [(board: ContestBoard, access: BoardAccess)] {
        guard !contests.isEmpty else { return [] }
        return try await all(
            """
            SELECT \(ContestBoard.columns.of("board")), player.state,
                \(relationOf: "board.owner", with: viewer), \(standingOf: "board.owner")
            FROM contest_boards AS board
            LEFT JOIN contest_players AS player
                ON player.challenge = board.challenge AND player.user_id = \(viewer)
            WHERE board.challenge = ANY(\(Array(contests)))
            """,
            .point
        ) { row in
            (try ContestBoard(reading: &row), try BoardAccess(reading: &row))
        }
    }
}

extension Transaction {
    /// Locks and reads the board of a contest whose results are not all checked for medals. Returns
    /// `nil` if they are, or another transaction has locked the board.
    func unawardedBoard(of contest: ChallengeID) async throws -> UnawardedBoard? {
        try await first(
            """
            SELECT challenge, kind, name, frozen_at, medals_after FROM contest_boards
            WHERE challenge = \(contest) AND frozen_at IS NOT NULL AND medals_at IS NULL
            FOR NO KEY UPDATE SKIP LOCKED
            """
        ) { row in
            try UnawardedBoard(
                contest: MedalContest(
                    challenge: row.next(),
                    kind: ContestChanged.Kind(rawValue: row.next()) ?? .unknown,
                    name: row.next()
                ),
                frozenAt: row.next(),
                after: row.next()
            )
        }
    }

    /// Stores the last user whose result was checked for medals and, once all results are checked,
    /// the time. Sent with the next statement.
    func saveMedals(
        of contest: ChallengeID,
        after last: UserID?,
        endedAt end: Instant?
    ) throws {
        try enqueue(
            """
            UPDATE contest_boards SET medals_after = \(last), medals_at = \(end)
            WHERE challenge = \(contest)
            """
        )
    }
}

/// A contest whose results are not all checked for medals.
struct UnawardedBoard: Hashable, Sendable {
    let contest: MedalContest
    let frozenAt: Instant
    /// The last user whose result was checked, in the order of ids; `nil` before the first.
    let after: UserID?
}

extension ContestBoard {
    /// The columns that a board is read from.
    fileprivate static let columns: Columns = [
        "challenge", "kind", "name", "owner", "visibility", "direction", "score", "goal", "state",
        "is_hidden", "hides_values", "time_zone", "cancelled_at", "version", "results_written",
        "frozen_at", "board", "is_counted",
    ]

    /// Reads `columns`.
    fileprivate init(reading row: inout Row) throws {
        try self.init(
            challenge: row.next(),
            kind: ContestChanged.Kind(rawValue: row.next()) ?? .unknown,
            name: row.next(),
            owner: row.next(),
            visibility: ContestChanged.Visibility(rawValue: row.next()) ?? .unknown,
            direction: ContestChanged.Direction(rawValue: row.next()) ?? .unknown,
            score: ContestChanged.Score(rawValue: row.next()) ?? .unknown,
            goal: row.next(),
            state: ContestChanged.State(rawValue: row.next()) ?? .unknown,
            isHidden: row.next(),
            hidesValues: row.next(),
            timeZone: row.next(),
            cancelledAt: row.next(),
            version: row.next(),
            resultsWritten: row.next(),
            frozenAt: row.next(),
            number: row.next(),
            isCounted: row.next()
        )
    }
}

extension BoardAccess {
    /// Reads the viewer's participation state, the relation with the owner, and the owner's status.
    fileprivate init(reading row: inout Row) throws {
        let (part, relation, standing): (String?, String?, String?) = try row.read()
        self.init(
            part: part.map { ScoresChanged.Player.State(rawValue: $0) ?? .unknown },
            relationWithOwner: relation.map { Relation(rawValue: $0) ?? .unknown } ?? .none,
            isOwnerActive: (standing ?? "active") == AccountStanding.active.rawValue
        )
    }
}
