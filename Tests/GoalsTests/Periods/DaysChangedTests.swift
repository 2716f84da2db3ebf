import ChallengesAPI
import ChallengesTestKit
import Identifiers
import IdentityAPI
import People
import Postgres
import TestKit
import Testing
import Values
import Wire

@testable import Challenges

/// Another time zone moves the ends of a person's unfinished goals, in the transaction that takes
/// their card (2.9-zones).
@Suite(.freshDatabase(Challenges.migrations))
struct DaysChangedTests {
    private let scene = Scene()

    /// Bo's card, with time zones and from when they hold.
    private func card(_ zones: [(String, String)], version: Int64) throws -> PersonCard {
        PersonCard(
            person: FakeIdentity.card(scene.bo).person,
            version: version,
            zones: try zones.map { since, name in
                ZoneChange(since: try #require(Instant(rfc3339: since)), name: name)
            },
            standing: .active
        )
    }

    private func make(
        _ recurrence: Goal.Recurrence,
        until last: String? = nil,
        of owner: UserID? = nil
    ) async throws -> ChallengeID {
        let call = CreateGoal(
            name: "Walk backwards",
            recurrence: recurrence,
            lastDay: last.flatMap { CivilDate(rfc3339: $0) }
        )
        return try await scene.ask(call, as: owner ?? scene.bo).id
    }

    /// When the timers of goals are due; nothing for one without a timer.
    private func due(_ goals: ChallengeID...) async throws -> [String] {
        let rows = try await scene.database.all(
            "SELECT subject, due_at FROM timers WHERE timer = 'challenges.goal'"
        ) { row in
            (goal: try row.next(ChallengeID.self), at: try row.next(Instant.self))
        }
        let times = Dictionary(uniqueKeysWithValues: rows.map { ($0.goal, "\($0.at)") })
        return goals.map { times[$0] ?? "" }
    }

    private func ends(_ goal: ChallengeID) async throws -> Instant? {
        let shown = try await scene.ask(GetGoal(goal: goal), as: scene.bo)
        return shown.period.map { $0.closesAt - .hours(48) }
    }

    /// It is 22:13 on Tuesday, 14 November 2023, in UTC.
    private let home = ("2023-01-01T00:00:00Z", "UTC")
    private let flight = ("2023-11-15T00:00:00Z", "America/Los_Angeles")

    @Test func `periods and last days end by the zone that holds then`() async throws {
        let daily = try await make(.daily)
        let weekly = try await make(.weekly)
        let once = try await make(.once, until: "2023-11-20")
        let endless = try await make(.once)
        let others = try await make(.daily, of: scene.ana)
        #expect(
            try await due(daily, weekly, once, endless, others) == [
                "2023-11-15T00:00:00Z", "2023-11-20T00:00:00Z", "2023-11-21T00:00:00Z", "",
                "2023-11-15T00:00:00Z",
            ]
        )
        let versions = try await versions()
        try await scene.tell(of: try card([home, flight], version: 2))
        // Bo's Tuesday goes on in Los Angeles.
        #expect(
            try await due(daily, weekly, once, endless, others) == [
                "2023-11-15T08:00:00Z", "2023-11-20T08:00:00Z", "2023-11-21T08:00:00Z", "",
                "2023-11-15T00:00:00Z",
            ]
        )
        #expect(try await ends(daily) == Instant(rfc3339: "2023-11-15T08:00:00Z"))
        #expect(try await stored() == (try await dueOfAll()))
        // Nobody sees a change of the goals.
        #expect(try await self.versions() == versions)
        try await scene.fireDue()
        #expect(try await self.versions() == versions)
    }

    @Test func `a zone that is replaced before it holds moves them back`() async throws {
        let daily = try await make(.daily)
        try await scene.tell(of: try card([home, flight], version: 2))
        #expect(try await due(daily) == ["2023-11-15T08:00:00Z"])
        let east = ("2023-11-15T00:00:00Z", "Asia/Tokyo")
        try await scene.tell(of: try card([home, east], version: 3))
        #expect(try await due(daily) == ["2023-11-15T00:00:00Z"])
        #expect(try await ends(daily) == Instant(rfc3339: "2023-11-15T00:00:00Z"))
        // An older card changes nothing.
        try await scene.tell(of: try card([home, flight], version: 2))
        #expect(try await due(daily) == ["2023-11-15T00:00:00Z"])
    }

    @Test func `what is over stays as it is`() async throws {
        let daily = try await make(.daily)
        let paused = try await make(.daily)
        _ = try await scene.ask(AbandonGoal(goal: daily), as: scene.bo)
        _ = try await scene.ask(PauseGoal(goal: paused), as: scene.bo)
        let shown = try await scene.ask(ListPeriods(goal: daily), as: scene.bo)
        try await scene.tell(of: try card([home, flight], version: 2))
        #expect(try await due(daily, paused) == ["", "2023-11-15T08:00:00Z"])
        #expect(try await scene.ask(ListPeriods(goal: daily), as: scene.bo) == shown)
    }

    @Test func `the card and the timers are stored together, or neither`() async throws {
        let daily = try await make(.daily)
        // No timer may be changed.
        _ = try await scene.database.run(
            """
            ALTER TABLE timers ADD CONSTRAINT timers_fixed
            CHECK (due_at = '2023-11-15T00:00:00Z'::timestamptz)
            """
        )
        await #expect(throws: Fault.self) {
            try await scene.tell(of: try card([home, flight], version: 2))
        }
        #expect(try await due(daily) == ["2023-11-15T00:00:00Z"])
        #expect(try await ends(daily) == Instant(rfc3339: "2023-11-15T00:00:00Z"))
        #expect(try await scene.database.copies(of: [scene.bo])[scene.bo]?.version == 1)
        _ = try await scene.database.run("ALTER TABLE timers DROP CONSTRAINT timers_fixed")
        try await scene.tell(of: try card([home, flight], version: 2))
        #expect(try await due(daily) == ["2023-11-15T08:00:00Z"])
        #expect(try await ends(daily) == Instant(rfc3339: "2023-11-15T08:00:00Z"))
    }

    private func versions() async throws -> [Int64] {
        try await scene.database.all("SELECT version FROM goals ORDER BY challenge") { row in
            try row.next()
        }
    }

    /// When goals end, as their rows say.
    private func stored() async throws -> [Instant] {
        try await scene.database.all(
            "SELECT ends_at FROM goals WHERE ends_at IS NOT NULL ORDER BY ends_at"
        ) { row in try row.next() }
    }

    private func dueOfAll() async throws -> [Instant] { try await scene.dueTimes() }
}
