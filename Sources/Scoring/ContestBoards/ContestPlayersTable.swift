import Identifiers
import People
import Postgres
import ScoringAPI
import Values

// The `contest_players` table: the state of each player of a contest. No other file names it.
extension Transaction {
    /// Stores the states of players of a contest, except those stored with the same or a newer
    /// version. Sent with the next statement.
    ///
    /// - Parameters:
    ///   - players: The players.
    ///   - contest: The contest.
    ///   - keepsLeavers: Whether players who are on the board and leave it keep their place.
    /// - Throws: The errors of `enqueue`.
    func save(
        _ players: [ScoresChanged.Player],
        of contest: ChallengeID,
        keepsLeavers: Bool
    ) throws {
        // A statement can't change a row twice, and rows are locked in one order.
        let newest = Dictionary(players.map { ($0.user, $0) }) { one, other in
            one.version >= other.version ? one : other
        }
        let players = newest.values.sorted { $0.user < $1.user }
        guard !players.isEmpty else { return }
        try enqueue(
            """
            INSERT INTO contest_players AS player (challenge, user_id, state, is_kept,
                was_inactive, value, score, entries, target, reached_at, completed_at, version)
            SELECT \(contest), user_id, state, false, false, value, score, entries, target,
                reached_at, completed_at, version
            FROM unnest(\(players.map(\.user)), \(players.map(\.state.rawValue)),
                \(players.map(\.value)), \(players.map(\.score?.millionths)),
                \(players.map(\.entries)), \(players.map(\.target)), \(players.map(\.reachedAt)),
                \(players.map(\.completedAt)), \(players.map(\.version)))
                AS told(user_id, state, value, score, entries, target, reached_at, completed_at,
                    version)
            ON CONFLICT ON CONSTRAINT contest_players_pkey DO UPDATE SET state = excluded.state,
                is_kept = \(keepsLeavers) AND excluded.state IN ('left', 'removed')
                    AND (player.state = 'joined' OR player.is_kept),
                value = excluded.value, score = excluded.score, entries = excluded.entries,
                target = excluded.target, reached_at = excluded.reached_at,
                completed_at = excluded.completed_at, version = excluded.version
            WHERE player.version < excluded.version
            """
        )
    }

    /// Marks the players of a contest who are inactive now: in its result they have no rank
    /// (2.11-standing). Sent with the next statement.
    func markInactive(in contest: ChallengeID) throws {
        for statement in SQL.markingInactive(in: contest) { try enqueue(statement) }
    }

    /// Moves the next players of a contest to its board. The board has counted the players before
    /// them, and the contest's row in `contest_boards` is locked.
    ///
    /// - Parameters:
    ///   - board: The contest.
    ///   - last: The last player that was moved.
    ///   - limit: The maximum number of players.
    /// - Returns: The players that were moved; fewer than the limit if those were the last.
    /// - Throws: `PostgresError`.
    func movePlayers(
        of board: ContestBoard,
        after last: UserID,
        limit: Int
    ) async throws -> [UserID] {
        try await all(
            """
            WITH step AS (
                SELECT user_id FROM contest_players
                WHERE challenge = \(board.challenge) AND user_id > \(last)
                ORDER BY user_id LIMIT \(limit)
            )
            UPDATE contest_players AS player SET board = \(board.number) FROM step
            WHERE player.challenge = \(board.challenge) AND player.user_id = step.user_id
            RETURNING player.user_id
            """
        ) { row in try row.next() }
    }
}

extension Transaction {
    /// Locks completions of contests that are not checked for medals yet. Leaves out rows that
    /// another transaction has locked, and contests that are not known yet.
    func reachedGoals(limit: Int) async throws -> [ReachedGoal] {
        try await all(
            """
            SELECT player.user_id, board.challenge, board.kind, board.name,
                player.completed_at <= coalesce(board.cancelled_at, 'infinity')
                    AND CASE board.score
                    WHEN 'percent' THEN player.target ELSE board.goal END IS NOT NULL,
                player.completed_at
            FROM contest_players AS player
            JOIN contest_boards AS board ON board.challenge = player.challenge
            WHERE player.completed_at IS NOT NULL AND NOT player.is_awarded
            ORDER BY player.challenge, player.user_id LIMIT \(limit)
            FOR NO KEY UPDATE OF player SKIP LOCKED
            """
        ) { row in
            try ReachedGoal(
                user: row.next(),
                contest: MedalContest(
                    challenge: row.next(),
                    kind: ContestChanged.Kind(rawValue: row.next()) ?? .unknown,
                    name: row.next()
                ),
                isOfRun: row.next(),
                reachedAt: row.next()
            )
        }
    }

    /// Marks locked completions as checked for medals. Sent with the next statement.
    func markAwarded(_ goals: [ReachedGoal]) throws {
        try mark(goals.map { LostGoal(contest: $0.contest.challenge, user: $0.user) }, true)
    }

    /// Locks players whose completion was checked for medals and then revoked. Leaves out rows that
    /// another transaction has locked.
    func lostGoals(limit: Int) async throws -> [LostGoal] {
        try await all(
            """
            SELECT challenge, user_id FROM contest_players
            WHERE completed_at IS NULL AND is_awarded
            ORDER BY challenge, user_id LIMIT \(limit)
            FOR NO KEY UPDATE SKIP LOCKED
            """
        ) { row in
            try LostGoal(contest: row.next(), user: row.next())
        }
    }

    /// Marks locked players so that their next completion is checked for medals. Sent with the next
    /// statement.
    func markUnawarded(_ goals: [LostGoal]) throws {
        try mark(goals, false)
    }

    private func mark(_ goals: [LostGoal], _ isAwarded: Bool) throws {
        guard !goals.isEmpty else { return }
        try enqueue(
            """
            UPDATE contest_players AS player SET is_awarded = \(isAwarded)
            FROM unnest(\(goals.map(\.contest)), \(goals.map(\.user))) AS due(challenge, user_id)
            WHERE player.challenge = due.challenge AND player.user_id = due.user_id
            """
        )
    }
}

extension Reader {
    /// The best players of a live board; equal players are in any order.
    func podium(of board: ContestBoard) async throws -> Podium {
        let leaders = try await all(
            """
            SELECT user_id, score, is_joined
            FROM contest_leaders(\(board.challenge), \(board.lowerWins), \(Podium.size))
            """
        ) { row in
            let (user, score, isJoined): (UserID, Int64, Bool) = try row.read()
            return Podium.Leader(user: user, place: board.place(of: score), isJoined: isJoined)
        }
        return Podium(leaders: leaders)
    }

    /// The place of an active participant; `nil` for other users, and for players without a score.
    func place(of user: UserID, on board: ContestBoard) async throws -> Int? {
        let score = try await first(
            """
            SELECT player.score FROM contest_players AS player
            WHERE player.challenge = \(board.challenge) AND player.user_id = \(user)
                AND player.score IS NOT NULL AND player.state = 'joined'
                AND coalesce(\(standingOf: "player.user_id"), 'active') = 'active'
            """
        ) { row in try row.next(Int64.self) }
        return score.map(board.place(of:))
    }

    /// The participants of a contest after a user, in the order of ids.
    func joinedPlayers(
        of contest: ChallengeID,
        after last: UserID?,
        limit: Int
    ) async throws -> [UserID] {
        try await all(
            """
            SELECT user_id FROM contest_players
            WHERE challenge = \(contest) AND state = 'joined'
                \(after: last, in: "user_id")
            ORDER BY user_id LIMIT \(limit)
            """
        ) { row in try row.next() }
    }
}

extension SQL {
    /// The statements that mark inactive players. The first one finds players whose row says that
    /// they are inactive. While not all rows say so yet, the second one looks for them among all
    /// inactive people.
    static func markingInactive(in contest: ChallengeID) -> [SQL] {
        [
            """
            UPDATE contest_players SET was_inactive = true
            WHERE challenge = \(contest) AND NOT is_shown
            """,
            """
            UPDATE contest_players AS player SET was_inactive = true
            FROM (SELECT \(isUnderWay: .people)) AS noting(is_under_way)
                JOIN people ON is_under_way AND people.standing <> 'active'
            WHERE player.challenge = \(contest) AND player.user_id = people.id
            """,
        ]
    }
}

extension SQL.StringInterpolation {
    /// Writes a query of all rows of a board, with ranks (2.7-ranking). Inactive players have no
    /// row. In a completed contest, players who were inactive at completion have a row without a
    /// rank.
    mutating func appendInterpolation(ranksOf board: ContestBoard) {
        appendLiteral(
            """
            SELECT user_id, value, score, entries, target, completed_at, is_unranked, place,
                reached_at, CASE WHEN NOT is_unranked
                    THEN rank() OVER (ORDER BY is_unranked, place) END AS rank
            FROM (
            """
        )
        appendInterpolation(playersOf: board)
        appendLiteral(") AS listed")
    }

    /// Writes a query of all rows of a board, with positions but without ranks.
    mutating func appendInterpolation(playersOf board: ContestBoard) {
        appendLiteral(
            """
            SELECT player.user_id, player.value, player.score, player.entries, player.target,
                player.completed_at, player.score IS NULL OR player.was_inactive AS is_unranked,
                CASE WHEN player.score IS NULL OR player.was_inactive THEN 0
                    ELSE player.score *
            """
        )
        appendLiteral(" ")
        appendInterpolation(board.lowerWins ? 1 : -1)
        appendLiteral(
            """
             END AS place,
                CASE WHEN player.score IS NULL OR player.was_inactive THEN 'epoch'
                    ELSE coalesce(player.reached_at, 'epoch') END AS reached_at
            FROM contest_players AS player
            """
        )
        appendLiteral(" WHERE player.challenge = ")
        appendInterpolation(board.challenge)
        appendLiteral(" AND (player.state = 'joined' OR player.is_kept)")
        guard !board.isCompleted else { return }
        // Until `is_shown` is set for everyone, look up each player separately: the planner expects
        // inactive people to be a fixed share of any contest's players, and would rather read all
        // of them.
        appendLiteral(" AND CASE WHEN ")
        appendInterpolation(isUnderWay: .people)
        appendLiteral(" THEN coalesce(")
        appendInterpolation(standingOf: "player.user_id")
        appendLiteral(", 'active') = 'active' ELSE player.is_shown END")
    }
}

// The rows of a contest whose players the board counts, read from the indexes
// `contest_players_ranked` and `contest_players_unranked`: first the rows with a rank, then the
// others. The queries refer to `origin`, a position with the columns of `BoardPosition`.
extension SQL.StringInterpolation {
    /// Writes a query of the rows after `origin`, at most `limit` with a rank and `limit` without.
    mutating func appendInterpolation(behindOriginOn board: ContestBoard, _ limit: Int) {
        appendLiteral("(")
        append(rankedOn: board)
        appendLiteral(
            """
             AND NOT origin.is_unranked AND (player.place, player.reached_at, player.user_id)
                > (origin.place, origin.reached_at, origin.user_id)
            ORDER BY player.place, player.reached_at, player.user_id LIMIT
            """
        )
        appendLiteral(" ")
        appendInterpolation(limit)
        appendLiteral(") UNION ALL (")
        append(unrankedOn: board)
        appendLiteral(
            """
             AND player.user_id >= CASE WHEN origin.is_unranked THEN origin.user_id
                ELSE '00000000-0000-0000-0000-000000000000' END
                AND NOT (origin.is_unranked AND player.user_id = origin.user_id)
            ORDER BY player.user_id LIMIT
            """
        )
        appendLiteral(" ")
        appendInterpolation(limit)
        appendLiteral(")")
    }

    /// Writes a query of the rows before `origin`, nearest first, at most `limit` with a rank and
    /// `limit` without.
    mutating func appendInterpolation(beforeOriginOn board: ContestBoard, _ limit: Int) {
        appendLiteral("(")
        append(rankedOn: board)
        appendLiteral(
            """
             AND (player.place, player.reached_at, player.user_id)
                < (CASE WHEN origin.is_unranked THEN 9223372036854775807 ELSE origin.place END,
                    origin.reached_at, origin.user_id)
            ORDER BY player.place DESC, player.reached_at DESC, player.user_id DESC LIMIT
            """
        )
        appendLiteral(" ")
        appendInterpolation(limit)
        appendLiteral(") UNION ALL (")
        append(unrankedOn: board)
        appendLiteral(" AND origin.is_unranked AND player.user_id < origin.user_id")
        appendLiteral(" ORDER BY player.user_id DESC LIMIT ")
        appendInterpolation(limit)
        appendLiteral(")")
    }

    /// Writes a query of one player's row; empty if they are not on the board.
    mutating func appendInterpolation(rowOf user: UserID, on board: ContestBoard) {
        appendRows()
        appendLiteral(" WHERE player.challenge = ")
        appendInterpolation(board.challenge)
        appendLiteral(" AND player.user_id = ")
        appendInterpolation(user)
        append(listedOn: board)
    }

    private mutating func append(rankedOn board: ContestBoard) {
        appendRows()
        appendLiteral(" WHERE player.place IS NOT NULL AND player.board = ")
        appendInterpolation(board.counter)
    }

    private mutating func append(unrankedOn board: ContestBoard) {
        appendRows()
        appendLiteral(" WHERE player.place IS NULL AND player.board = ")
        appendInterpolation(board.counter)
        append(listedOn: board)
    }

    private mutating func appendRows() {
        appendLiteral(
            """
            SELECT player.user_id, player.value, player.score, player.entries, player.target,
                player.completed_at, player.place IS NULL AS is_unranked,
                coalesce(player.place, 0) AS place,
                CASE WHEN player.place IS NULL THEN 'epoch' ELSE player.reached_at END
                    AS reached_at
            FROM contest_players AS player
            """
        )
    }

    /// Writes the condition for having a row: participants, and players who left while the contest
    /// settled. Inactive players have no row until the contest is completed, and then one without a
    /// rank.
    private mutating func append(listedOn board: ContestBoard) {
        appendLiteral(" AND (player.state = 'joined' OR player.is_kept)")
        if !board.isCompleted { appendLiteral(" AND player.is_shown") }
    }
}
