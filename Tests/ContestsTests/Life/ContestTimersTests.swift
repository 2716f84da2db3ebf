import ChallengesAPI
import ChallengesTestKit
import Identifiers
import IdentityAPI
import Postgres
import ScoringAPI
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import Contests

/// What time does to contests, with the service's own timers and a clock that only the test
/// advances.
@Suite(.freshDatabase(Challenges.migrations))
struct ContestTimersTests {
    @Test func `it starts, ends and is completed by time, and those in it are told`() async throws {
        let scene = Scene()
        let start = scene.clock.now + .days(1)
        let made = try await scene.compete(with: scene.bo) { $0.startsAt = start }
        let end = try #require(made.endsAt)
        let invite = InviteToContest(contest: made.id, invitees: [scene.cy])
        _ = try await scene.ask(invite, as: scene.ana)
        let moments: [(Instant, Contest.State)] = [
            (start, .active), (end - .hours(24), .active), (end, .settling),
            (end + .hours(24), .completed),
        ]
        for (moment, state) in moments {
            #expect(try await scene.dueTimes() == [moment])
            scene.clock.advance(by: moment - .tick - scene.clock.now)
            #expect(try await scene.fireDue() == 0)
            scene.clock.advance(by: .tick)
            #expect(try await scene.fireDue() == 1)
            #expect(try await scene.contest(made.id).state == state)
        }
        #expect(try await scene.dueTimes().isEmpty)
        let after = try await scene.contest(made.id)
        #expect(after.settlesAt == end + .hours(24))
        #expect(after.endedAt == nil)
        #expect(after.version == made.version + 3)
        #expect(
            try await scene.headlines(of: made.id) == [
                .scheduled, .active, .settling, .completed,
            ]
        )
        for kind in [Notice.Kind.contestStarted, .contestEnding] {
            #expect(try await scene.names(toldOf: kind) == ["Ana", "Bo"])
            #expect(try await scene.told(kind).map(\.actor) == [nil])
        }
        let ending = try #require(try await scene.told(.contestEnding).first)
        #expect(ending.cause == "\(made.id)/\(end.microseconds)")
        #expect(ending.expiresAt == end)
        #expect(ending.at == end - .hours(24))
        let settled = try await scene.settled()
        #expect(settled.contains("contestInvited expired"))
        #expect(settled.contains("contestEnding expired"))
        #expect(try await scene.database.participant(scene.cy, of: made.id)?.state == .lapsed)
    }

    @Test func `what was missed while the service was down is made up for, once`() async throws {
        let scene = Scene()
        let start = scene.clock.now + .days(1)
        let made = try await scene.compete(with: scene.bo) { $0.startsAt = start }
        let end = try #require(made.endsAt)
        let entry = UserID()
        scene.clock.advance(by: .days(30))
        // Two replicas come up at once.
        let replica = Scene(database: scene.database)
        replica.clock.advance(by: scene.clock.now - replica.clock.now)
        async let one = scene.fireDue()
        async let other = replica.fireDue()
        #expect(try await one + other == 1)
        let after = try await scene.contest(made.id)
        #expect(after.state == .completed)
        #expect(after.settlesAt == end + .hours(24))
        let heads = try await scene.emitted(ContestChanged.self)
        #expect(heads.map(\.state) == [.scheduled, .active, .settling, .completed])
        #expect(heads.dropFirst().map(\.at) == [start, end, end + .hours(24)])
        #expect(try await scene.told(.contestStarted).map(\.at) == [start])
        #expect(try await scene.told(.contestEnding).map(\.at) == [end - .hours(24)])
        let row = try #require(try await scene.database.contest(made.id))
        #expect(row.life.closedAt == end + .hours(24))
        #expect(row.life.toldUntil == end - .hours(24))
        #expect(await scene.fault(JoinContest(contest: made.id), as: entry) != nil)
    }

    @Test func `a call comes after what time has done by then, though no timer has fired`()
        async throws
    {
        let scene = Scene()
        let start = scene.clock.now + .days(1)
        let made = try await scene.compete(with: scene.bo) { $0.startsAt = start }
        scene.clock.advance(by: .days(30))
        let late = await scene.fault(JoinContest(contest: made.id), as: scene.cy)
        #expect(late == ChallengesError.contestOver.fault)
        #expect(try await scene.contest(made.id).state == .completed)
        #expect(try await scene.dueTimes().isEmpty)
        #expect(try await scene.fireDue() == 0)
    }

    @Test func `calls at the very moment of the end wait for it, and do not wait for each other`()
        async throws
    {
        let scene = Scene()
        let made = try await scene.compete(with: scene.bo)
        let end = try #require(made.endsAt)
        scene.clock.advance(by: end - scene.clock.now)
        let joins = (0..<20).map { _ in (UserID(), JoinContest(contest: made.id)) }
        let faults = await scene.faults(joins)
        #expect(faults.count == 20)
        #expect(faults.allSatisfy { $0 == ChallengesError.contestOver.fault })
        #expect(try await scene.headlines(of: made.id) == [.active, .settling])
        #expect(try await scene.contest(made.id).joined == 2)
    }

    @Test func `a contest that is cancelled or ended has no timer of its old end`() async throws {
        let scene = Scene()
        let cancelled = try await scene.compete()
        let ended = try await scene.compete()
        scene.clock.advance(by: .hours(1))
        _ = try await scene.ask(CancelContest(contest: cancelled.id), as: scene.ana)
        _ = try await scene.ask(EndContest(contest: ended.id), as: scene.ana)
        #expect(try await scene.dueTimes() == [scene.clock.now + .hours(24)])
    }

    @Test func `an operator settles faster, and tells those in it later`() async throws {
        let rules = ContestRules(contestSettling: .seconds(3), contestNotice: .seconds(2))
        let scene = Scene(rules: Rules(contests: rules))
        let end = scene.clock.now + .seconds(8)
        let made = try await scene.compete { $0.endsAt = end }
        var moments: [Instant] = []
        while let due = try await scene.dueTimes().first {
            moments.append(due)
            scene.clock.advance(by: due - scene.clock.now)
            try await scene.fireDue()
        }
        #expect(moments == [end - .seconds(2), end, end + .seconds(3)])
        #expect(try await scene.contest(made.id).state == .completed)
    }

    // Days (2.9-whole-days, 2.9-settling).

    @Test(arguments: [
        ("Europe/Berlin", "2023-11-20", "2023-11-26T23:00:00Z"),
        ("America/New_York", "2023-11-20", "2023-11-27T05:00:00Z"),
    ])
    func `until Sunday ends at midnight there`(
        zone: String,
        monday: String,
        end: String
    ) async throws {
        let scene = Scene()
        let made = try await scene.compete { call in
            (call.endsAt, call.timeZone) = (nil, zone)
            call.startsOn = CivilDate(rfc3339: monday)
            call.endsOn = CivilDate(rfc3339: "2023-11-26")
        }
        let moment = try #require(Instant(rfc3339: end))
        scene.clock.advance(by: moment - .tick - scene.clock.now)
        try await scene.fireDue()
        #expect(try await scene.contest(made.id).state == .active)
        scene.clock.advance(by: .tick)
        try await scene.fireDue()
        #expect(try await scene.contest(made.id).state == .settling)
    }

    /// A contest of Ana's for some days, counted from a Sunday.
    private func contest(
        on days: ClosedRange<Int64>,
        of sunday: CivilDate,
        in zone: String,
        _ scene: Scene
    ) async throws -> Contest {
        try await scene.compete { call in
            (call.endsAt, call.timeZone) = (nil, zone)
            call.startsOn = CivilDate(daysSince1970: sunday.daysSince1970 + days.lowerBound)
            call.endsOn = CivilDate(daysSince1970: sunday.daysSince1970 + days.upperBound)
        }
    }

    @Test(
        arguments: [
            // Clocks go forward: that Sunday has 23 hours.
            ("Europe/Berlin", "2024-03-31", 23, "2024-03-30T23:00:00Z", "2024-03-31T22:00:00Z"),
            ("America/New_York", "2024-03-10", 23, "2024-03-10T05:00:00Z", "2024-03-11T04:00:00Z"),
            // Back: it has 25.
            ("Europe/Berlin", "2024-10-27", 25, "2024-10-26T22:00:00Z", "2024-10-27T23:00:00Z"),
            ("America/New_York", "2024-11-03", 25, "2024-11-03T04:00:00Z", "2024-11-04T05:00:00Z"),
        ] as [(String, String, Int, String, String)]
    )
    func `on a Sunday when the clocks change, timers fire at midnight there, before and after it`(
        zone: String,
        day: String,
        hours: Int,
        start: String,
        end: String
    ) async throws {
        let scene = Scene()
        let date = try #require(CivilDate(rfc3339: day))
        let morning = try #require(Instant(rfc3339: start))
        let midnight = try #require(Instant(rfc3339: end))
        scene.clock.advance(by: morning - .days(8) - scene.clock.now)
        let week = try await contest(on: -6...0, of: date, in: zone, scene)
        let sunday = try await contest(on: 0...0, of: date, in: zone, scene)
        let monday = try await contest(on: 1...1, of: date, in: zone, scene)
        #expect(week.startsAt == morning - .days(6))
        #expect(sunday.startsAt == morning)
        #expect([week.endsAt, sunday.endsAt, monday.startsAt] == [midnight, midnight, midnight])
        let (first, last) = (try #require(sunday.startsAt), try #require(sunday.endsAt))
        #expect(last - first == .hours(hours))
        #expect(monday.endsAt == midnight + .hours(24))

        func states() async throws -> [Contest.State] {
            var states: [Contest.State] = []
            for contest in [week, sunday, monday] {
                states.append(try await scene.contest(contest.id).state)
            }
            return states
        }
        scene.clock.advance(by: morning - .tick - scene.clock.now)
        try await scene.fireDue()
        #expect(try await states() == [.active, .scheduled, .scheduled])
        scene.clock.advance(by: .tick)
        #expect(try await scene.fireDue() == 1)
        #expect(try await states() == [.active, .active, .scheduled])
        scene.clock.advance(by: midnight - .tick - scene.clock.now)
        try await scene.fireDue()
        #expect(try await states() == [.active, .active, .scheduled])
        #expect(try await scene.dueTimes() == [midnight, midnight, midnight])
        scene.clock.advance(by: .tick)
        #expect(try await scene.fireDue() == 3)
        #expect(try await states() == [.settling, .settling, .active])
    }

    /// A contest of Ana's and Bo's in steps, for the week from Monday to Sunday in Berlin.
    private func walk(_ scene: Scene) async throws -> Contest {
        try await scene.compete(with: scene.bo) { call in
            (call.endsAt, call.unit) = (nil, nil)
            (call.timeZone, call.metric) = ("Europe/Berlin", .steps)
            call.startsOn = CivilDate(rfc3339: "2023-11-20")
            call.endsOn = CivilDate(rfc3339: "2023-11-26")
        }
    }

    /// Says where a user is from a moment on.
    private func move(
        _ scene: Scene,
        _ user: UserID,
        _ zones: [(Instant, String)],
        version: Int64
    ) async throws {
        let card = PersonCard(
            person: FakeIdentity.card(user).person,
            version: version,
            zones: zones.map { ZoneChange(since: $0, name: $1) },
            locale: "en",
            isListed: false,
            standing: .active
        )
        try await scene.tell(of: card)
    }

    @Test func `what a phone measures settles until Sunday is over for everyone`() async throws {
        let scene = Scene(rules: Rules(contests: ContestRules(contestSettling: .seconds(3))))
        let made = try await walk(scene)
        try await move(scene, scene.bo, [(scene.clock.now, "America/New_York")], version: 5)
        let end = try #require(made.endsAt)
        scene.clock.advance(by: end - scene.clock.now)
        try await scene.fireDue()
        let settling = try await scene.contest(made.id)
        #expect(settling.state == .settling)
        // Sunday is over at five o'clock in UTC there.
        let over = try #require(Instant(rfc3339: "2023-11-27T05:00:00Z"))
        #expect(settling.settlesAt == over)
        #expect(try await scene.dueTimes() == [over])
        scene.clock.advance(by: over - scene.clock.now)
        #expect(try await scene.fireDue() == 1)
        #expect(try await scene.contest(made.id).state == .completed)
    }

    @Test func `who travels west meanwhile is waited for`() async throws {
        let scene = Scene(rules: Rules(contests: ContestRules(contestSettling: .seconds(3))))
        let made = try await walk(scene)
        let york = (scene.clock.now, "America/New_York")
        try await move(scene, scene.bo, [york], version: 5)
        let end = try #require(made.endsAt)
        scene.clock.advance(by: end - scene.clock.now)
        try await scene.fireDue()
        let over = try #require(Instant(rfc3339: "2023-11-27T05:00:00Z"))
        try await move(scene, scene.bo, [york, (over, "Pacific/Honolulu")], version: 6)
        scene.clock.advance(by: over - scene.clock.now)
        #expect(try await scene.fireDue() == 1)
        let waiting = try await scene.contest(made.id)
        #expect(waiting.state == .settling)
        let later = try #require(Instant(rfc3339: "2023-11-27T10:00:00Z"))
        #expect(waiting.settlesAt == later)
        scene.clock.advance(by: later - .tick - scene.clock.now)
        #expect(try await scene.fireDue() == 0)
        scene.clock.advance(by: .tick)
        #expect(try await scene.fireDue() == 1)
        #expect(try await scene.contest(made.id).state == .completed)
    }

    @Test func `who has left is not waited for, and where moments count nobody is`() async throws {
        let scene = Scene(rules: Rules(contests: ContestRules(contestSettling: .seconds(3))))
        let made = try await walk(scene)
        let plain = try await scene.compete { call in
            (call.endsAt, call.timeZone) = (nil, "Europe/Berlin")
            call.startsOn = CivilDate(rfc3339: "2023-11-20")
            call.endsOn = CivilDate(rfc3339: "2023-11-26")
        }
        for user in [scene.ana, scene.bo] {
            let zone = user == scene.ana ? "Europe/Berlin" : "Pacific/Honolulu"
            try await move(scene, user, [(scene.clock.now, zone)], version: 5)
        }
        _ = try await scene.ask(LeaveContest(contest: made.id), as: scene.bo)
        let end = try #require(made.endsAt)
        scene.clock.advance(by: end - scene.clock.now)
        try await scene.fireDue()
        #expect(try await scene.contest(made.id).settlesAt == end + .seconds(3))
        #expect(try await scene.contest(plain.id).settlesAt == end + .seconds(3))
    }

    @Test func `whole days with an entry settle until the last is over for everyone`() async throws
    {
        let scene = Scene(rules: Rules(contests: ContestRules(contestSettling: .seconds(3))))
        let made = try await scene.compete(with: scene.bo) { call in
            (call.endsAt, call.timeZone) = (nil, "Pacific/Kiritimati")
            call.startsOn = CivilDate(rfc3339: "2023-11-20")
            call.endsOn = CivilDate(rfc3339: "2023-11-26")
            call.aggregation = .daysActive
        }
        try await move(scene, scene.bo, [(scene.clock.now, "Pacific/Niue")], version: 5)
        let end = try #require(made.endsAt)
        scene.clock.advance(by: end - scene.clock.now)
        try await scene.fireDue()
        // 25 hours later.
        let over = try #require(Instant(rfc3339: "2023-11-27T11:00:00Z"))
        #expect(try await scene.contest(made.id).settlesAt == over)
        #expect(try await scene.dueTimes() == [over])
    }
}
