import ChallengesAPI
import ChallengesTestKit
import Identifiers
import Postgres
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import ChallengesCore

/// A person lists their timings (2.6-timing).
@Suite(.freshDatabase(Challenges.migrations))
struct ListTimingsTests {
    private let scene = Scene()

    private func pages(_ list: ListTimings.Selection?, of limit: Int?) async throws -> [[Timing]] {
        var call = ListTimings(list: list, limit: limit)
        var pages: [[Timing]] = []
        repeat {
            let page = try await scene.ask(call, as: scene.ana)
            pages.append(page.items)
            call.cursor = page.nextCursor
        } while call.cursor != nil
        return pages
    }

    @Test func `live ones are listed, or all, the newest first`() async throws {
        let (one, other) = (try await scene.setMinutes(), try await scene.setMinutes())
        var made: [Timing] = []
        for _ in 0..<3 {
            scene.clock.advance(by: .seconds(1))
            let timing = try await scene.time(goal: one)
            made.append(try await scene.finish(timing, after: 60))
        }
        scene.clock.advance(by: .seconds(1))
        let running = try await scene.time(goal: one)
        scene.clock.advance(by: .seconds(1))
        let timing = try await scene.time(goal: other)
        let pause = PauseTiming(timing: timing.id, elapsedMilliseconds: 0)
        let paused = try await scene.ask(pause, as: scene.ana)
        let theirs = try await scene.ask(
            CreateGoal(name: "Read", recurrence: .daily),
            as: scene.bo
        )
        _ = try await scene.time(.goal, theirs.id.uuid, as: scene.bo)
        #expect(try await pages(nil, of: nil) == [[paused, running]])
        #expect(try await pages(.live, of: 1) == [[paused], [running]])
        let all = [paused, running] + made.reversed()
        #expect(try await pages(.history, of: nil) == [all])
        #expect(try await pages(.history, of: 2).map(\.count) == [2, 2, 1])
        #expect(try await pages(.history, of: 2).flatMap { $0 } == all)
    }

    @Test func `what time has finished is no longer live, however late its timer is`()
        async throws
    {
        let made = try await scene.time(goal: try await scene.setMinutes())
        scene.clock.advance(by: .hours(24))
        #expect(try await pages(.live, of: nil) == [[]])
        let listed = try await pages(.history, of: nil).flatMap { $0 }
        #expect(listed.map(\.id) == [made.id])
        #expect(listed.map(\.isUnattended) == [true])
    }

    @Test func `wrong fields are refused, and a cursor belongs to its list`() async throws {
        let call = ListTimings(list: .unknown, limit: 0, cursor: "nonsense")
        #expect(
            await scene.refusals(of: call) == [
                "/list challenges.list_unknown", "/limit challenges.limit_invalid",
                "/cursor challenges.cursor_invalid",
            ]
        )
        for _ in 0..<2 { try await scene.time(goal: try await scene.setMinutes()) }
        let first = try await scene.ask(ListTimings(list: .live, limit: 1), as: scene.ana)
        let other = ListTimings(list: .history, cursor: first.nextCursor)
        #expect(first.nextCursor != nil)
        #expect(await scene.refusals(of: other) == ["/cursor challenges.cursor_invalid"])
    }

    @Test func `of very many timings of all it reads a page`() async throws {
        let now = scene.clock.now
        try await scene.database.run(
            """
            INSERT INTO timings (id, user_id, of, subject, created_at, mode, state, starts, stops,
                elapsed_ms, finished_at, is_suspect, is_verified, is_unattended, version)
            SELECT gen_random_uuid(), CASE WHEN number % 200 = 0 THEN \(scene.ana)
                ELSE gen_random_uuid() END, 'goal', gen_random_uuid(),
                \(now) - number * interval '1 minute', 'stopwatch',
                CASE WHEN number % 400 = 0 THEN 'paused' ELSE 'finished' END, ARRAY[\(now)],
                ARRAY[\(now)], 0, CASE WHEN number % 400 = 0 THEN NULL ELSE \(now) END, false, true,
                false, 1
            FROM generate_series(1, 10000) AS number
            """
        )
        try await scene.database.run("ANALYZE timings")
        for (isLive, limit) in [(false, 21), (true, 21)] {
            try await expectPlan(finding: 21, reading: 50, sorting: 50) { log in
                let found = try await log.timings(
                    of: scene.ana,
                    isLive: isLive,
                    after: nil,
                    limit: limit
                )
                #expect(found.count == 21)
            }
        }
    }
}
