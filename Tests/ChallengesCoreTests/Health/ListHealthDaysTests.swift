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

/// A user lists what they did on their days (2.4-source).
@Suite(.freshDatabase(Challenges.migrations))
struct ListHealthDaysTests {
    private let scene = Scene()

    /// Stores Ana's totals of a number of days, each day from a number of sources.
    private func fill(days: Int, sources: Int) async throws {
        try await scene.database.run(
            """
            INSERT INTO health_days (user_id, metric, local_day, source, amount, observed_at,
                is_manual, changed_at, freezes_at)
            SELECT \(scene.ana), 'steps', '2023-01-01'::date + day::int, 's' || source, source,
                \(scene.clock.now), false, \(scene.clock.now), \(scene.clock.now)
            FROM generate_series(1, \(days)) AS day, generate_series(1, \(sources)) AS source
            """
        )
    }

    private func pages(of limit: Int?) async throws -> [[HealthDay]] {
        var call = ListHealthDays(metric: .steps, limit: limit)
        var pages: [[HealthDay]] = []
        repeat {
            let page = try await scene.ask(call, as: scene.ana)
            pages.append(page.items)
            call.cursor = page.nextCursor
        } while call.cursor != nil
        return pages
    }

    @Test func `the newest day is first, and pages have each day once`() async throws {
        try await fill(days: 7, sources: 2)
        let pages = try await pages(of: 3)
        #expect(pages.map(\.count) == [3, 3, 1])
        let days = pages.flatMap { $0 }.map(\.day)
        #expect(days == days.sorted(by: >))
        #expect(Set(days).count == 7)
        #expect(pages.flatMap { $0 }.allSatisfy { $0.amount == .of("2") && $0.sources.count == 2 })
        try await #expect(self.pages(of: 7).map(\.count) == [7])
    }

    @Test func `a page looks at 500 totals, and no day loses a source`() async throws {
        try await fill(days: 101, sources: 6)
        let pages = try await pages(of: 100)
        #expect(pages.map(\.count) == [83, 18])
        #expect(pages.flatMap { $0 }.allSatisfy { $0.sources.count == 6 })
        #expect(Set(pages.flatMap { $0 }.map(\.day)).count == 101)
    }

    @Test func `a cursor belongs to its metric`() async throws {
        try await fill(days: 2, sources: 1)
        let first = try await scene.ask(ListHealthDays(metric: .steps, limit: 1), as: scene.ana)
        let refusal = Refusal(ChallengesError.cursorInvalid, at: "/cursor").fault
        for cursor in [try #require(first.nextCursor), "nonsense"] {
            let call = ListHealthDays(metric: .distance, cursor: cursor)
            #expect(await scene.fault(call, as: scene.ana) == refusal)
        }
        #expect(
            await scene.fault(ListHealthDays(metric: .steps, limit: 101), as: scene.ana)
                == Refusal(ChallengesError.limitInvalid, at: "/limit").fault
        )
    }

    @Test func `totals are read for several people at once`() async throws {
        try await fill(days: 3, sources: 2)
        let (first, last) = (
            try #require(CivilDate(rfc3339: "2023-01-03")),
            try #require(CivilDate(rfc3339: "2023-01-04"))
        )
        let totals = try await scene.database.healthTotals(
            of: [scene.ana, scene.bo],
            .steps,
            in: first...last
        )
        #expect(totals.keys.map(\.self) == [scene.ana])
        #expect(totals[scene.ana]?.keys.sorted() == [first, last])
        #expect(totals[scene.ana]?[last]?.amount == .of("2"))
        let none = try await scene.database.healthTotals(of: scene.ana, .energy, in: first...last)
        #expect(none.isEmpty)
    }
}
