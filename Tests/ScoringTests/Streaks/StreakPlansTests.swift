import Identifiers
import Postgres
import TestKit
import Testing
import Values

@testable import Scoring

/// Slow: fills a table with 100,000 rows.
///
/// Streaks are listed by indices that have the order.
@Suite(.freshDatabase(Scoring.migrations)) struct StreakPlansTests {
    private let me = UserID()

    @Test func `a list of streaks reads what it shows, and little else`() async throws {
        try await Database.fresh.transaction { [me] tx in
            try await tx.run(
                """
                INSERT INTO streaks (user_id, goal)
                SELECT CASE WHEN number <= 50 THEN \(me)
                    ELSE md5((number / 50)::text)::uuid END, md5(number || 'goal')::uuid
                FROM generate_series(1, 100000) AS number
                """
            )
        }
        try await Database.fresh.transaction { tx in _ = try await tx.run("ANALYZE streaks") }
        let (me, goal) = (me, ChallengeID())
        let reads: [@Sendable (StatementLog) async throws -> Void] = [
            { _ = try await $0.streaks(of: me, after: nil, limit: 21) },
            { _ = try await $0.streaks(of: me, after: goal, limit: 21) },
            { _ = try await $0.streak(of: me, goal: nil) },
            { _ = try await $0.streak(of: me, goal: goal) },
        ]
        for (number, read) in reads.enumerated() {
            let log = StatementLog(.fresh)
            try await read(log)
            #expect(log.statements.count == 1)
            for statement in log.statements {
                let plan = try await Database.fresh.plan(of: statement)
                for step in plan.all {
                    #expect(step.type != "Seq Scan", "\(number) reads a whole table:\n\(plan)")
                    #expect(!step.type.hasSuffix("Sort"), "\(number) sorts:\n\(plan)")
                    #expect(step.read <= 60, "\(number) reads too much:\n\(plan)")
                }
            }
        }
    }
}
