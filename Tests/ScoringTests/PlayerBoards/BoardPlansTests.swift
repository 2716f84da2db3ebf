import FoundationEssentials
import Identifiers
import Postgres
import ScoringAPI
import TestKit
import Testing
import Values
import Wire

@testable import Scoring

/// Slow: fills tables with 100,000 rows each.
///
/// Boards of many are read by indices that have their order, and a board of few reads none of the
/// many beside it.
@Suite(.freshDatabase(Scoring.migrations)) struct BoardPlansTests {
    private let now = Instant(microseconds: 1_773_835_200_000_000)
    private let contest = ChallengeID()
    private let smallContest = ChallengeID()

    @Test func `a page of a board reads what it shows, and little else`() async throws {
        try await fill()
        var counted = board(of: contest)
        counted.number = 9
        counted.isCounted = true
        var completed = counted
        completed.state = .completed
        let small = board(of: smallContest)
        for board in [counted, completed] { try await expectPlans(of: board) }
        try await expectPlans(of: small, reading: 100)
        try await Database.fresh.transaction { tx in
            _ = try await tx.run(
                "INSERT INTO catch_ups (name, last) VALUES (\(CatchUp.people.rawValue), \(UUID()))"
            )
        }
        try await expectPlans(of: small, reading: 100)
        let limit = try PageLimit(nil, orThrow: ScoringError.limitInvalid)
        for window in [nil, Window(.month, at: now), Window(.week, at: now)] {
            for place in [1, 500, 49_999, 50_001, 99_990] {
                let user = try await user(place)
                let around = ListedPage(viewer: user, window: window, part: .around, limit: limit)
                try await expectPlan("around \(place) in \(String(describing: window))") { log in
                    let lines = try await log.lines(on: around)
                    #expect(lines.count > 10)
                }
            }
            let starts = [
                ListedStart.first,
                ListedStart(points: 30_000, reachedAt: now, user: UserID(), skipped: 3),
                ListedStart(points: 0, reachedAt: now - .days(70), user: UserID(), skipped: 0),
            ]
            for start in starts {
                let page = ListedPage(
                    viewer: UserID(),
                    window: window,
                    part: .from(start),
                    limit: limit
                )
                try await expectPlan("from \(start.points) in \(String(describing: window))") {
                    log in _ = try await log.lines(on: page)
                }
            }
        }
    }

    @Test func `a completion marks inactive players, and reads no others`() async throws {
        try await fill()
        try await Database.fresh.run(
            """
            UPDATE contest_players SET is_shown = false
            WHERE challenge = \(smallContest) AND score % 20 = 0 OR challenge = \(contest)
            """
        )
        try await Database.fresh.run("ANALYZE contest_players")
        for statement in SQL.markingInactive(in: smallContest) {
            let plan = try await Database.fresh.plan(of: statement)
            for step in plan.all where Self.tables.contains(step.table ?? "") {
                #expect(step.read <= 10, "\(plan)")
            }
        }
        let noted = try await Database.fresh.one(
            "SELECT count(*) FROM contest_players WHERE was_inactive"
        ) { row in try row.next(Int.self) }
        #expect(noted == 5)
    }

    private func board(of contest: ChallengeID) -> ContestBoard {
        ContestBoard(
            challenge: contest,
            kind: .open,
            name: "Water",
            owner: UserID(),
            visibility: .public,
            direction: .higher,
            score: .raw,
            goal: nil,
            state: .active,
            isHidden: false,
            version: 1
        )
    }

    private func expectPlans(of board: ContestBoard, reading reads: Double = 60) async throws {
        for (number, call) in try await calls(of: board).enumerated() {
            let page = try BoardPage(call.call, for: call.viewer)
            try await expectPlan("contest \(number)", reading: reads) { log in
                let lines = try await log.lines(of: board, on: page)
                #expect(lines.count > 1)
            }
        }
    }

    /// Pages from the start, from the middle and among those without a score, and around some
    /// people.
    private func calls(of board: ContestBoard) async throws -> [(call: GetBoard, viewer: UserID)] {
        let contest = board.challenge
        let isSmall = contest == smallContest
        let stranger = UserID()
        let cursors = [
            BoardStart(
                position: BoardPosition(
                    isUnranked: false,
                    place: isSmall ? -99_950 : -50_000,
                    reachedAt: now,
                    user: UserID()
                ),
                skipped: 2
            ),
            BoardStart(
                position: BoardPosition(
                    isUnranked: true,
                    place: 0,
                    reachedAt: Instant(microseconds: 0),
                    user: UserID()
                ),
                skipped: 0
            ),
        ].map { $0.cursor(of: contest) }
        var calls: [(GetBoard, UserID)] = [(GetBoard(contest: contest), stranger)]
        calls += [(GetBoard(contest: contest, cursor: cursors[0]), try await user(7))]
        for place in isSmall ? [1, 40, 100] : [1, 40_000, 89_999, 95_000] {
            calls.append((GetBoard(contest: contest, around: .me), try await user(place)))
        }
        return calls
    }

    private func user(_ place: Int) async throws -> UserID {
        try await Database.fresh.one("SELECT md5(\(place)::text)::uuid") { row in try row.next() }
    }

    /// Checks the plans of what is read: no step reads more rows than that.
    private func expectPlan(
        _ name: String,
        reading reads: Double = 60,
        sourceLocation: SourceLocation = #_sourceLocation,
        _ read: (StatementLog) async throws -> Void
    ) async throws {
        let log = StatementLog(.fresh)
        try await read(log)
        for statement in log.statements {
            let plan = try await Database.fresh.plan(of: statement)
            for step in plan.all where Self.tables.contains(step.table ?? "") {
                #expect(
                    step.type != "Seq Scan",
                    "\(name) reads a whole table:\n\(plan)",
                    sourceLocation: sourceLocation
                )
                #expect(
                    step.read <= reads,
                    "\(name) reads too much:\n\(plan)",
                    sourceLocation: sourceLocation
                )
            }
            for step in plan.all where step.type.hasSuffix("Sort") {
                #expect(
                    step.read <= 100,
                    "\(name) sorts too much:\n\(plan)",
                    sourceLocation: sourceLocation
                )
            }
        }
    }

    private static let tables: Set = ["contest_players", "people", "totals", "window_totals"]

    /// 100,000 people in a contest, of whom the last tenth has no score, a hundred of them in a
    /// small one as well, and as many who are listed, of whom every second one has points in the
    /// month and the week. Beside them 100,000 whose accounts are closed.
    private func fill() async throws {
        try await Database.fresh.transaction { [contest, smallContest, now] tx in
            for statement: SQL in [
                "ALTER TABLE contest_players DISABLE TRIGGER USER",
                "ALTER TABLE people DISABLE TRIGGER USER",
                "ALTER TABLE totals DISABLE TRIGGER USER",
                "ALTER TABLE window_totals DISABLE TRIGGER USER",
                """
                INSERT INTO contest_players (challenge, user_id, state, is_kept, was_inactive,
                    score, entries, reached_at, version, board, place)
                SELECT \(contest), md5(number::text)::uuid, 'joined', false, false,
                    CASE WHEN number < 90000 THEN 100000 - number END, 1, \(now), 1, 9,
                    CASE WHEN number < 90000 THEN number - 100000 END
                FROM generate_series(1, 100000) AS number
                """,
                """
                INSERT INTO contest_players (challenge, user_id, state, is_kept, was_inactive,
                    score, entries, reached_at, version)
                SELECT \(smallContest), user_id, state, is_kept, was_inactive, score, entries,
                    reached_at, version
                FROM contest_players WHERE score > 99899
                """,
                """
                INSERT INTO people (id, username, first_name, last_name, version, standing)
                SELECT md5(number::text)::uuid, 'swimmer', 'Some', 'Body', 1,
                    CASE WHEN number <= 100000 THEN 'active' ELSE 'closed' END
                FROM generate_series(1, 200000) AS number
                """,
                """
                INSERT INTO totals (user_id, points, reached_at, is_listed, is_shown)
                SELECT md5(number::text)::uuid, 100001 - number, CASE WHEN number % 2 = 0
                    THEN \(now) ELSE \(now)::timestamptz - number * interval '1 hour' END,
                    true, true
                FROM generate_series(1, 100000) AS number
                """,
                """
                INSERT INTO window_totals (span, starts_on, user_id, points, reached_at, is_listed,
                    is_shown)
                SELECT span, date_trunc(span, \(now)::timestamptz AT TIME ZONE 'UTC')::date,
                    user_id, points, reached_at, true, true
                FROM totals, (VALUES ('month'), ('week')) AS spans(span)
                WHERE reached_at = \(now)
                """,
            ] { _ = try await tx.run(statement) }
        }
        for statement: SQL in [
            "ANALYZE contest_players", "ANALYZE people", "ANALYZE totals",
            "ANALYZE window_totals",
        ] {
            try await Database.fresh.transaction { tx in _ = try await tx.run(statement) }
        }
    }
}
