import Identifiers
import Postgres
import ScoringAPI
import TestKit
import Testing
import Values

@testable import Scoring

/// Slow: fills tables with 100,000 rows each.
///
/// Medals are listed by indices that have the order.
@Suite(.freshDatabase(Scoring.migrations)) struct MedalPlansTests {
    private let me = UserID()
    private let contest = ChallengeID()

    @Test func `a list of medals reads what it shows, and little else`() async throws {
        try await fill()
        let last = try await Database.fresh.one(
            """
            SELECT id FROM awards WHERE user_id = \(me) AND medal = 'gold'
            ORDER BY earned_at OFFSET 12 LIMIT 1
            """
        ) { row in try row.next(MedalID.self) }
        let (me, contest) = (me, contest)
        let reads: [@Sendable (StatementLog) async throws -> Void] = [
            { _ = try await $0.medals(of: me, nil, after: nil, limit: 21) },
            { _ = try await $0.medals(of: me, nil, after: last, limit: 21) },
            { _ = try await $0.medals(of: me, .gold, after: nil, limit: 21) },
            { _ = try await $0.medals(of: me, .gold, after: last, limit: 21) },
            { _ = try await $0.newestAwards(of: me, ["gold", "silver"]) },
            { _ = try await $0.newMedals(of: me) },
            { _ = try await $0.personalGoals([contest], of: me) },
            { _ = try await $0.scored(in: contest, limit: 4) },
            { _ = try await $0.results(of: contest, after: nil, limit: 21) },
            { _ = try await $0.results(of: contest, after: me, limit: 21) },
        ]
        for (number, read) in reads.enumerated() {
            let log = StatementLog(.fresh)
            try await read(log)
            #expect(log.statements.count == 1)
            for statement in log.statements {
                let plan = try await Database.fresh.plan(of: statement)
                for step in plan.all where step.table != "medals" {
                    #expect(step.type != "Seq Scan", "\(number) reads a whole table:\n\(plan)")
                    #expect(!step.type.hasSuffix("Sort"), "\(number) sorts:\n\(plan)")
                    #expect(step.read <= 60, "\(number) reads too much:\n\(plan)")
                }
            }
        }
    }

    /// A contest of 100,000 people with a result, and 100,000 medals, of which one person has 50.
    private func fill() async throws {
        try await Database.fresh.transaction { [me, contest] tx in
            for statement: SQL in [
                "ALTER TABLE contest_players DISABLE TRIGGER USER",
                """
                INSERT INTO contest_players (challenge, user_id, state, is_kept, was_inactive,
                    value, score, entries, target, reached_at, completed_at, version)
                SELECT \(contest), gen_random_uuid(), 'joined', false, false, number, number, 1,
                    NULL, now(), now(), 1
                FROM generate_series(1, 100000) AS number
                """,
                """
                INSERT INTO results (challenge, user_id, rank, value, score, entries, target,
                    completed_at, is_unranked, place, reached_at)
                SELECT challenge, user_id, 1, value, score, 1, NULL, NULL, false, -score, now()
                FROM contest_players
                """,
                """
                INSERT INTO awards (id, user_id, medal, cause, challenge, earned_at, seen_at)
                SELECT gen_random_uuid(),
                    CASE WHEN number % 2000 = 0 THEN \(me)
                        ELSE md5((number % 2000)::text)::uuid END,
                    CASE WHEN number % 4000 = 0 THEN 'gold' ELSE 'goal' END, number::text,
                    gen_random_uuid(), now() - number * interval '1 minute',
                    CASE WHEN number > 20000 THEN now() END
                FROM generate_series(1, 100000) AS number
                """,
                """
                INSERT INTO personal_goals (challenge, user_id, name, is_for_friends, shown_at,
                    version)
                SELECT challenge, user_id, 'Walk', false, earned_at, 1 FROM awards
                """,
            ] { _ = try await tx.run(statement) }
        }
        for statement: SQL in [
            "ANALYZE contest_players", "ANALYZE results", "ANALYZE awards", "ANALYZE medals",
            "ANALYZE personal_goals",
        ] {
            try await Database.fresh.transaction { tx in _ = try await tx.run(statement) }
        }
    }
}
