import ChallengesAPI
import ChallengesTestKit
import MetricsTestKit
import Postgres
import TestKit
import Testing
import Values

@testable import Challenges

/// How often a changed total asks the database, and how many statements that takes: each is paid
/// for by everybody's phone, many times a day.
@Suite(.freshDatabase(Challenges.migrations))
struct ChangedTotalTurnsTests {
    private let metrics = TestMetrics()

    /// What the database was asked.
    private struct Asked: Equatable {
        /// Statements by themselves.
        var reads: Int
        /// Statements of a transaction, without its beginning and its end.
        var statements: Int
        /// How often the transaction waited, for its end too.
        var turns: Int
    }

    /// A scene whose statements are counted.
    private func scene() throws -> Scene {
        let database = Database(
            try #require(FreshDatabase.current).url,
            options: .patient(),
            logger: TestServer.quiet,
            metrics: metrics
        )
        return Scene(database: database)
    }

    private func statements(_ kind: String) throws -> Int {
        try metrics.expectTimer(
            "gauntlet_database_statement_duration_seconds",
            [("kind", kind)]
        ).values.count
    }

    private func asked() throws -> Asked {
        Asked(
            reads: try statements("point") + statements("leased"),
            statements: try statements("transaction"),
            turns: Int(try metrics.expectCounter("gauntlet_database_messages_total").totalValue)
        )
    }

    /// What the first of up to five totals asks that takes three turns, else the last one, and its
    /// amount. Parts that ask at the same time share a message, unless the machine is busy.
    private func leastAsked(
        from first: Int,
        in scene: Scene,
        after wait: Duration = .seconds(1)
    ) async throws -> (Asked, amount: String) {
        var amount = first
        var asked = try await asked(by: "\(amount)", in: scene, after: wait)
        while asked.turns > 3, amount < first + 4 {
            amount += 1
            asked = try await self.asked(by: "\(amount)", in: scene)
        }
        return (asked, "\(amount)")
    }

    /// What a total asks the database, after another of the same day.
    private func asked(
        by amount: String,
        in scene: Scene,
        after wait: Duration = .seconds(1)
    ) async throws -> Asked {
        try await scene.walk("100")
        scene.clock.advance(by: wait)
        try await scene.fireDue()
        let call = PutHealthDay(
            metric: .steps,
            day: .of("2023-11-14"),
            amount: .of(amount),
            source: "phone",
            observedAt: scene.clock.now
        )
        let before = try asked()
        _ = try await scene.ask(call, as: scene.ana, key: "\(amount)")
        let after = try asked()
        return Asked(
            reads: after.reads - before.reads,
            statements: after.statements - before.statements,
            turns: after.turns - before.turns
        )
    }

    /// Ana competes in steps of four days with Bo.
    private func compete(in scene: Scene) async throws {
        let made = try await scene.compete { call in
            (call.endsAt, call.unit, call.timeZone) = (nil, nil, "UTC")
            (call.metric, call.visibility) = (.steps, .public)
            (call.startsOn, call.endsOn) = (.of("2023-11-14"), .of("2023-11-17"))
        }
        _ = try await scene.ask(JoinContest(contest: made.id), as: scene.bo)
    }

    @Test func `one that a goal of days reads takes three turns`() async throws {
        let scene = try scene()
        let goal = try await scene.setSteps("10000", .daily)
        let asked = try await asked(by: "200", in: scene)
        #expect(asked == Asked(reads: 1, statements: 12, turns: 3))
        #expect(try await scene.goal(goal.id).value == .of("200"))
        await scene.database.close()
    }

    @Test func `the contests that read it too add no turn`() async throws {
        let scene = try scene()
        let goal = try await scene.setSteps("10000", .daily)
        for _ in 0..<2 { try await compete(in: scene) }
        let (asked, amount) = try await leastAsked(from: 200, in: scene)
        #expect(asked == Asked(reads: 1, statements: 20, turns: 3))
        #expect(try await scene.goal(goal.id).value == .of(amount))
        await scene.database.close()
    }

    @Test func `nor do more goals`() async throws {
        let scene = try scene()
        for recurrence in [Goal.Recurrence.once, .daily, .weekly, .monthly] {
            _ = try await scene.setSteps("10000", recurrence)
        }
        #expect(try await leastAsked(from: 200, in: scene).0.turns == 3)
        await scene.database.close()
    }

    @Test func `nor does a late one, for a period that is over`() async throws {
        let scene = try scene()
        var goals: [Goal] = []
        for _ in 0..<3 { goals.append(try await scene.setSteps("10000", .daily)) }
        let (asked, amount) = try await leastAsked(from: 200, in: scene, after: .hours(5))
        #expect(asked.turns == 3)
        for goal in goals {
            #expect(
                try await scene.periods(of: goal.id) == [
                    "2023-11-14 missed \(amount)", "2023-11-15 open 0",
                ]
            )
        }
        // Those that were made later have no such period.
        for _ in 0..<3 { _ = try await scene.setSteps("10000", .daily) }
        #expect(try await leastAsked(from: 300, in: scene).0.turns == 3)
        await scene.database.close()
    }

    @Test func `one that is the same as before is counted by nothing`() async throws {
        let scene = try scene()
        _ = try await scene.setSteps("10000", .daily)
        let asked = try await asked(by: "100", in: scene)
        #expect(asked == Asked(reads: 1, statements: 8, turns: 2))
        await scene.database.close()
    }
}
