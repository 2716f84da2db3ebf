import ChallengesAPI
import ChallengesCore
import ChallengesTestKit
import Identifiers
import IdentityAPI
import Postgres
import TestBasics
import TestKit
import Testing
import Values
import Wire
import Zones

@testable import Challenges
@testable import Contests

/// Contests of days in zones whose rules change (2.9-zone-rules). The test brings the files of both
/// releases: the machine's may be of any release.
@Suite(.freshDatabase(Challenges.migrations))
struct ContestZonesTests {
    /// Two processes on one database, each with a release of the time zones. In the newer one,
    /// Casablanca goes from +01 to +00 on 1 November 2023, and Winnipeg from -06 to -05. It is 14
    /// November in both, and in UTC, where the users live.
    private struct Replicas {
        let older: Scene
        let newer: Scene
        let log = CapturedLog()

        init(newerZones: [String] = ["Africa/Casablanca", "America/Winnipeg"]) throws {
            let second: Int64 = 1_698_800_000
            let old = try Self.zones(
                "2026b",
                [
                    "Africa/Casablanca": .fixed(3_600), "America/Winnipeg": .fixed(-21_600),
                    "Europe/Nowhere": .fixed(0),
                ]
            )
            let new: [String: TZifFile] = [
                "Africa/Casablanca": .changed(3_600, to: 0, at: second),
                "America/Winnipeg": .changed(-21_600, to: -18_000, at: second),
            ]
            let newer = try Self.zones("2026f", new.filter { newerZones.contains($0.key) })
            older = Scene(rules: Rules(contests: ContestRules(zones: old)))
            self.newer = Scene(
                database: older.database,
                rules: Rules(contests: ContestRules(zones: newer))
            )
        }

        private static func zones(_ release: String, _ zones: [String: TZifFile]) throws -> Zones {
            let directory = try ZoneDirectory(release: release, zones: zones)
            return try withExtendedLifetime(directory) { try Zones(directory: directory.path) }
        }

        /// Ana makes a contest in the older process, and Bo joins it.
        func contest(
            _ zone: String,
            from first: Int?,
            until last: Int,
            _ change: (inout CreateContest) -> Void = { _ in }
        ) async throws -> Contest {
            try await older.compete(with: older.bo) { call in
                call.timeZone = zone
                call.startsOn = first.map(Self.day)
                call.endsOn = Self.day(last)
                call.endsAt = nil
                change(&call)
            }
        }

        /// A day of November 2023.
        static func day(_ number: Int) -> CivilDate {
            CivilDate(daysSince1970: 19_661 + Int64(number))
        }

        /// Moves both clocks to a moment of November 2023, given as day, hour and minute in UTC.
        func advance(to day: Int, _ hour: Int, _ minute: Int = 0) {
            let moment = Self.moment(day, hour, minute)
            for scene in [older, newer] { scene.clock.advance(by: moment - scene.clock.now) }
        }

        static func moment(_ day: Int, _ hour: Int, _ minute: Int = 0) -> Instant {
            let days = Self.day(day).daysSince1970
            let minutes = days * 1_440 + Int64(hour * 60 + minute)
            return Instant(microseconds: minutes * 60_000_000)
        }

        /// What the newer process does at its start and once a minute.
        @discardableResult
        func follow() async throws -> Int {
            try await newer.challenges.contests.zones.follow()
        }

        /// The same of a process that logs to `log`.
        func followLogging(_ scene: Scene) async throws -> ContestZones {
            let zones = ContestZones(
                changes: scene.challenges.contests.changes,
                logger: log.logger
            )
            try await zones.follow()
            return zones
        }

        /// The refusal of an entry of Bo.
        func refusal(
            of contest: Contest,
            at moment: Instant? = nil
        ) async -> Fault? {
            let call = AddEntry(contest: contest.id, amount: .of("7"), occurredAt: moment)
            return await newer.fault(call, as: older.bo)
        }
    }

    private static let outside = Refusal(ChallengesError.occurredInvalid, at: "/occurredAt").fault
    /// What counts by its own days, and what by moments.
    private static let countings: [@Sendable (inout CreateContest) -> Void] = [
        { ($0.metric, $0.unit) = (.steps, nil) }, { $0.aggregation = .daysActive }, { _ in },
    ]
    private static let zones = [
        ("Africa/Casablanca", 0), ("America/Winnipeg", 5),
    ]

    @Test(arguments: zones, [0, 1])
    func `entries of the contest's days count, and no others`(
        zone: (name: String, midnight: Int),
        counting: Int
    ) async throws {
        let replicas = try Replicas()
        let made = try await replicas.contest(
            zone.name,
            from: 14,
            until: 14,
            Self.countings[counting]
        )
        #expect(made.state == .active)
        #expect(await replicas.refusal(of: made) == nil)
        let yesterday = Replicas.moment(13, 23, 59)
        #expect(await replicas.refusal(of: made, at: yesterday) == Self.outside)
        let after = try await replicas.newer.contest(made.id, as: replicas.older.ana)
        #expect(after.wholeDays)
        #expect(after.startsAt == made.startsAt)
        #expect(after.endsAt == Replicas.moment(15, zone.midnight))
        // Until the last moment of the day by new rules, and not on the day after.
        replicas.advance(to: 14, 23, 59)
        #expect(await replicas.refusal(of: made) == nil)
        replicas.advance(to: 15, 5, 30)
        #expect(await replicas.refusal(of: made) == Self.outside)
        #expect(await replicas.refusal(of: made, at: Replicas.moment(14, 23, 59)) == nil)
        let row = try #require(try await replicas.newer.database.contest(made.id))
        #expect(row.life.state == .settling)
        #expect(row.ownDays == 19_675..<19_676)
        #expect(row.life.startsOn == Replicas.day(14) && row.life.endsOn == Replicas.day(14))
    }

    @Test(arguments: zones, [0, 1, 2])
    func `a contest that is under way is extended`(
        zone: (name: String, midnight: Int),
        counting: Int
    ) async throws {
        let replicas = try Replicas()
        let made = try await replicas.contest(
            zone.name,
            from: 14,
            until: 15,
            Self.countings[counting]
        )
        let (newer, ana) = (replicas.newer, replicas.older.ana)
        let later = ChangeContest(
            contest: made.id,
            startsOn: Replicas.day(14),
            endsOn: Replicas.day(17)
        )
        let after = try await newer.ask(later, as: ana)
        #expect(after.wholeDays)
        #expect(after.startsAt == made.startsAt)
        #expect(after.endsAt == Replicas.moment(18, zone.midnight))
        let earlier = ChangeContest(contest: made.id, endsOn: Replicas.day(16))
        #expect(await newer.fault(earlier, as: ana)?.said == ["/endsOn challenges.end_only_later"])
        let start = ChangeContest(contest: made.id, startsOn: Replicas.day(15))
        #expect(await newer.fault(start, as: ana)?.said == ["/startsOn challenges.rules_locked"])
        let row = try #require(try await newer.database.contest(made.id))
        #expect(row.life.endsOn == Replicas.day(17))
        #expect(row.life.zoneRelease == "2026f")
    }

    @Test(arguments: zones)
    func `a scheduled contest begins at the new midnight, and nobody is notified`(
        zone: (name: String, midnight: Int)
    ) async throws {
        let replicas = try Replicas()
        let made = try await replicas.contest(zone.name, from: 16, until: 17)
        let start = Replicas.moment(16, zone.midnight)
        let told = try await replicas.older.emitted(PeopleTold.self).count
        #expect(try await replicas.follow() == 1)
        #expect(try await replicas.follow() == 0)
        let after = try await replicas.newer.contest(made.id, as: replicas.older.ana)
        #expect(after.startsAt == start && after.startsAt != made.startsAt)
        #expect(after.endsAt == Replicas.moment(18, zone.midnight))
        #expect(after.version == made.version + 1)
        #expect(try await replicas.newer.dueTimes() == [start])
        #expect(try await replicas.newer.emitted(PeopleTold.self).count == told)
        replicas.advance(to: 16, zone.midnight - 1, 59)
        #expect(try await replicas.newer.fireDue() == 0)
        replicas.advance(to: 16, zone.midnight)
        #expect(try await replicas.newer.fireDue() == 1)
        let begun = try await replicas.newer.contest(made.id, as: replicas.older.ana)
        #expect(begun.state == .active && begun.startsAt == start)
    }

    @Test func `a draft keeps its days, and is published on the first of them`() async throws {
        let replicas = try Replicas()
        let made = try await replicas.older.compete { call in
            (call.draft, call.timeZone, call.endsAt) = (true, "Africa/Casablanca", nil)
            (call.startsOn, call.endsOn) = (Replicas.day(14), Replicas.day(15))
            (call.metric, call.unit) = (.steps, nil)
        }
        #expect(made.startsAt == Replicas.moment(13, 23))
        let ana = replicas.older.ana
        let publish = PublishContest(contest: made.id)
        let published = try await replicas.newer.ask(publish, as: ana)
        #expect(published.state == .active)
        #expect(published.startsAt == Replicas.moment(14, 0))
        #expect(published.endsAt == Replicas.moment(16, 0))
    }

    @Test func `an end that is a day moves, and a start that is a moment stays`() async throws {
        let replicas = try Replicas()
        let made = try await replicas.contest("Africa/Casablanca", from: nil, until: 15)
        #expect(!made.wholeDays)
        #expect(try await replicas.follow() == 1)
        let after = try await replicas.newer.contest(made.id, as: replicas.older.ana)
        #expect(after.startsAt == made.startsAt && !after.wholeDays)
        #expect(after.endsAt == Replicas.moment(16, 0))
        #expect(made.endsAt == Replicas.moment(15, 23))
    }

    @Test func `a contest of moments stays as it is`() async throws {
        let replicas = try Replicas()
        let made = try await replicas.older.compete { call in
            call.timeZone = "Africa/Casablanca"
            call.startsAt = Replicas.moment(15, 12)
            call.endsAt = Replicas.moment(17, 12)
        }
        #expect(try await replicas.follow() == 0)
        #expect(try await replicas.newer.contest(made.id, as: replicas.older.ana) == made)
    }

    @Test func `of two processes the older one warns, and both show the same moments`() async throws
    {
        let replicas = try Replicas()
        let (older, newer) = (replicas.older, replicas.newer)
        func shown(_ made: Contest, by scene: Scene) async throws -> [Instant?] {
            let seen = try await scene.contest(made.id, as: older.ana)
            return [seen.startsAt, seen.endsAt]
        }
        let moments = [Replicas.moment(16, 0), Replicas.moment(18, 0)]
        // Each process makes one, in either order.
        let first = try await replicas.contest("Africa/Casablanca", from: 16, until: 17)
        _ = try await replicas.followLogging(older)
        #expect(replicas.log.lines.isEmpty)
        _ = try await replicas.followLogging(newer)
        #expect(replicas.log.lines.isEmpty)
        let second = try await replicas.contest("Africa/Casablanca", from: 16, until: 17)
        #expect(try await shown(second, by: newer) != moments)
        for _ in 0..<2 {
            _ = try await replicas.followLogging(older)
            _ = try await replicas.followLogging(newer)
            for made in [first, second] {
                #expect(try await shown(made, by: older) == moments)
                #expect(try await shown(made, by: newer) == moments)
            }
        }
        // Once each time that the older one looked.
        #expect(replicas.log.lines.map { "\($0.level)" } == ["warning", "warning"])
        #expect(replicas.log.lines[0].metadata == ["tzdata": "2026b", "newer": "2026f"])
        // The older one moves nothing back, whatever it changes.
        let rename = ChangeContest(contest: first.id, name: "Wine")
        #expect(try await older.ask(rename, as: older.ana).startsAt == moments[0])
        // It stops once nothing lies ahead.
        for made in [first, second] {
            _ = try await older.ask(CancelContest(contest: made.id), as: older.ana)
        }
        _ = try await replicas.followLogging(older)
        #expect(replicas.log.lines.count == 2)
    }

    @Test func `a missing zone of an unfinished contest is named, and the process lacks it`()
        async throws
    {
        let replicas = try Replicas(newerZones: ["Africa/Casablanca"])
        let made = try await replicas.contest("America/Winnipeg", from: 16, until: 17)
        let moved = try await replicas.contest("Africa/Casablanca", from: 16, until: 17)
        let zones = try await replicas.followLogging(replicas.newer)
        #expect(zones.areMissing)
        #expect(replicas.log.lines.map { "\($0.level)" } == ["error"])
        #expect(replicas.log.lines.map(\.metadata) == [["zones": "America/Winnipeg"]])
        // What it cannot derive stays, and does not stop the others.
        let ana = replicas.older.ana
        #expect(try await replicas.newer.contest(made.id, as: ana).startsAt == made.startsAt)
        #expect(try await replicas.newer.contest(moved.id, as: ana).startsAt != moved.startsAt)
        // A call about it is answered all the same.
        _ = try await replicas.newer.ask(CancelContest(contest: made.id), as: ana)
        try await zones.follow()
        #expect(!zones.areMissing)
        #expect(replicas.log.lines.count == 1)
    }

    @Test func `the notice of the end is given once`() async throws {
        let replicas = try Replicas()
        let made = try await replicas.contest("Africa/Casablanca", from: 14, until: 16)
        let other = try await replicas.contest("Africa/Casablanca", from: 14, until: 17)
        replicas.advance(to: 15, 23)
        _ = try await replicas.older.fireDue()
        try await replicas.follow()
        func told(_ contest: Contest) async throws -> [Instant] {
            try await replicas.newer.told(.contestEnding)
                .filter { $0.subject.id == contest.id.uuid }.map(\.at)
        }
        #expect(try await told(made) == [Replicas.moment(15, 23)])
        replicas.advance(to: 16, 23, 59)
        _ = try await replicas.newer.fireDue()
        #expect(try await told(made) == [Replicas.moment(15, 23)])
        #expect(try await told(other).isEmpty)
        replicas.advance(to: 17, 0)
        _ = try await replicas.newer.fireDue()
        #expect(try await told(other) == [Replicas.moment(17, 0)])
        let ended = try await replicas.newer.contest(made.id, as: replicas.older.ana)
        #expect(ended.state == .settling && ended.endsAt == Replicas.moment(17, 0))
    }

    @Test func `what was logged after an end that moved to earlier does not count`() async throws {
        let replicas = try Replicas()
        let made = try await replicas.contest("America/Winnipeg", from: 14, until: 14)
        let bo = replicas.older.bo
        func log() async throws {
            let call = AddEntry(contest: made.id, amount: .of("7"))
            _ = try await replicas.older.ask(call, as: bo)
        }
        replicas.advance(to: 15, 4, 59)
        try await log()
        replicas.advance(to: 15, 5)
        try await log()
        try await replicas.follow()
        let after = try await replicas.newer.contest(made.id, as: bo)
        #expect(after.state == .settling && after.endsAt == Replicas.moment(15, 5))
        #expect(after.me?.value == .of("7"))
    }

    @Test func `a repeated call finds the contest that it made under older rules`() async throws {
        let replicas = try Replicas()
        let id = ChallengeID()
        func make(_ scene: Scene, until last: Int) async throws -> Contest {
            try await scene.compete(as: replicas.older.ana) { call in
                (call.id, call.timeZone, call.endsAt) = (id, "Africa/Casablanca", nil)
                (call.startsOn, call.endsOn) = (Replicas.day(16), Replicas.day(last))
            }
        }
        let made = try await make(replicas.older, until: 17)
        #expect(try await make(replicas.newer, until: 17).id == made.id)
        try await replicas.follow()
        #expect(try await make(replicas.newer, until: 17).id == made.id)
        #expect(try await make(replicas.older, until: 17).id == made.id)
        await #expect(throws: ChallengesError.idTaken.fault) {
            try await make(replicas.newer, until: 18)
        }
    }

    // Names.

    @Test func `a zone is named in any case, and stored as IANA spells it`() async throws {
        let scene = Scene()
        for name in ["africa/CASABLANCA", "gmt", "EST5EDT", "japan"] {
            let made = try await scene.compete { $0.timeZone = name }
            #expect(made.timeZone == Zones.system.spelling(of: name))
            #expect(made.timeZone.lowercased() == name.lowercased())
        }
        for name in ["Africa", "Factory", "PST", String(repeating: "x", count: 1_000)] {
            let refused = await scene.refusals(of: CreateContest(name: "Wine", timeZone: name))
            #expect(refused.contains("/timeZone challenges.zone_unknown"))
        }
    }

    // The previous release, which stores moments alone.

    /// The stored days of a contest, and the release.
    private func stored(_ id: ChallengeID) async throws -> [String?] {
        try await Database.fresh.one(
            """
            SELECT starts_on::text, ends_on::text, zone_release FROM contests
            WHERE challenge = \(id)
            """
        ) { row in try [row.next(), row.next(), row.next()] }
    }

    @Test func `days follow what the previous release writes`() async throws {
        let scene = Scene()
        let contest = try await scene.storeContest(.scheduled) { contest in
            contest.timeZone = "Europe/Berlin"
            contest.life.wholeDays = true
            contest.life.startsAt = Replicas.moment(15, 23)
            contest.life.endsAt = Replicas.moment(17, 23)
        }
        #expect(try await stored(contest.id) == ["2023-11-16", "2023-11-17", nil])
        func write(
            _ start: Instant,
            _ end: Instant?,
            _ zone: String,
            _ isWhole: Bool
        ) async throws {
            try await Database.fresh.run(
                """
                UPDATE contests SET zone_release = '2026b' WHERE challenge = \(contest.id)
                """
            )
            try await Database.fresh.run(
                """
                UPDATE contests SET starts_at = \(start), ends_at = \(end), time_zone = \(zone),
                    whole_days = \(isWhole), version = version + 1
                WHERE challenge = \(contest.id)
                """
            )
        }
        // By rules of an hour more or less it begins the same days.
        for minutes in [-60, 0, 60] {
            let (start, end) = (Replicas.moment(20, 23, minutes), Replicas.moment(22, 23, minutes))
            try await write(start, end, "Europe/Berlin", true)
            #expect(try await stored(contest.id) == ["2023-11-21", "2023-11-22", nil])
        }
        try await write(Replicas.moment(20, 0), nil, "UTC", true)
        #expect(try await stored(contest.id) == ["2023-11-20", nil, nil])
        // The server may not know the zone.
        try await write(Replicas.moment(21, 0), nil, "Mars/Olympus", true)
        #expect(try await stored(contest.id) == [nil, nil, nil])
        try await write(Replicas.moment(21, 0), Replicas.moment(23, 0), "UTC", true)
        #expect(try await stored(contest.id) == ["2023-11-21", "2023-11-22", nil])
        try await write(Replicas.moment(21, 5), Replicas.moment(23, 5), "UTC", false)
        #expect(try await stored(contest.id) == [nil, nil, "2026b"])
        // What changes no time changes no day.
        try await write(Replicas.moment(21, 0), Replicas.moment(23, 0), "UTC", true)
        try await write(Replicas.moment(21, 0), Replicas.moment(23, 0), "UTC", true)
        #expect(try await stored(contest.id) == ["2023-11-21", "2023-11-22", "2026b"])
    }

    @Test(arguments: zones)
    func `a contest from before days were stored has them, whichever release derived it`(
        zone: (name: String, midnight: Int)
    ) async throws {
        let replicas = try Replicas()
        let made = try await replicas.contest(zone.name, from: 14, until: 15) { call in
            call.aggregation = .daysActive
        }
        try await Database.fresh.run(
            "UPDATE contests SET (starts_on, ends_on, zone_release) = (NULL, NULL, NULL)"
        )
        #expect(await replicas.refusal(of: made) == nil)
        #expect(try await stored(made.id) == ["2023-11-14", "2023-11-15", "2026f"])
        let row = try #require(try await replicas.newer.database.contest(made.id))
        #expect(row.ownDays == 19_675..<19_677)
        #expect(row.life.endsAt == Replicas.moment(16, zone.midnight))
    }
}
