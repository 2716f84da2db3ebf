import ChallengesAPI
import ChallengesTestKit
import Identifiers
import IdentityAPI
import Postgres
import ScoringAPI
import TestBasics
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import ChallengesCore
@testable import Contests

/// Contests read the totals of people's days (2.3-totals, 2.4-source).
@Suite(.freshDatabase(Challenges.migrations))
struct DayTotalsTests {
    private let scene = Scene()

    /// A competition in steps of Ana's, from a day to another, both in its zone.
    private func walk(
        in scene: Scene? = nil,
        with others: [UserID] = [],
        from first: String = "2023-11-15",
        to last: String? = "2023-11-17",
        zone: String = "UTC",
        _ change: (inout CreateContest) -> Void = { _ in }
    ) async throws -> Contest {
        let scene = scene ?? self.scene
        let made = try await scene.compete { call in
            (call.endsAt, call.unit, call.timeZone) = (nil, nil, zone)
            (call.visibility, call.metric) = (.public, .steps)
            call.startsOn = CivilDate(rfc3339: first)
            call.endsOn = last.flatMap { CivilDate(rfc3339: $0) }
            change(&call)
        }
        for user in others { _ = try await scene.ask(JoinContest(contest: made.id), as: user) }
        return made
    }

    private func put(
        _ amount: String,
        _ source: String = "phone",
        on day: String = "2023-11-15",
        isManual: Bool = false
    ) throws -> PutHealthDay {
        PutHealthDay(
            metric: .steps,
            day: try #require(CivilDate(rfc3339: day)),
            amount: .of(amount),
            source: source,
            observedAt: scene.clock.now,
            isManual: isManual
        )
    }

    /// Stores a total, a moment after what was stored before.
    @discardableResult
    private func walk(
        _ amount: String,
        _ source: String = "phone",
        on day: String = "2023-11-15",
        isManual: Bool = false,
        by user: UserID? = nil
    ) async throws -> HealthDay {
        scene.clock.advance(by: .seconds(1))
        let call = try put(amount, source, on: day, isManual: isManual)
        return try await scene.ask(call, as: user ?? scene.bo)
    }

    private func log(
        _ amount: String,
        in contest: Contest,
        at moment: Instant? = nil,
        by user: UserID? = nil
    ) async throws -> EntryID {
        let call = AddEntry(contest: contest.id, amount: .of(amount), occurredAt: moment)
        return try await scene.ask(call, as: user ?? scene.bo).id
    }

    private func come(_ text: String) async throws {
        let moment = try #require(Instant(rfc3339: text))
        scene.clock.advance(by: moment - scene.clock.now)
        try await scene.fireDue()
    }

    private func person(_ contest: Contest, _ user: UserID? = nil) async throws -> ParticipantRecord
    {
        let found = try await scene.database.participant(user ?? scene.bo, of: contest.id)
        return try #require(found)
    }

    private func value(_ contest: Contest, _ user: UserID? = nil) async throws -> Amount? {
        try await person(contest, user).value
    }

    /// What scoring was told last of somebody.
    private func told(
        _ contest: Contest,
        _ user: UserID? = nil
    ) async throws
        -> ScoresChanged.Player?
    {
        try await scene.emitted(ScoresChanged.self).filter { $0.contest == contest.id }
            .flatMap(\.players).last { $0.user == user ?? scene.bo }
    }

    private func live(_ user: UserID, in zone: String) async throws {
        try await scene.tell(
            of: PersonCard(
                person: FakeIdentity.card(user).person,
                version: 2,
                zones: [ZoneChange(since: scene.clock.now - .days(9), name: zone)],
                standing: .active
            )
        )
    }

    @Test func `a contest of two people in different zones counts the days of each`() async throws {
        let (ana, bo) = (scene.ana, scene.bo)
        let contest = try await walk(with: [bo], zone: "Europe/Berlin")
        try await live(ana, in: "Pacific/Kiritimati")
        try await live(bo, in: "America/Los_Angeles")
        // Ana's 15th has ended, Bo's has begun, the contest is in its 15th.
        try await come("2023-11-15T11:00:00Z")
        try await walk("8000", "phone", by: ana)
        try await walk("9000", "watch", by: ana)
        try await walk("1000", on: "2023-11-16", by: ana)
        try await walk("700", by: bo)
        let ahead = try put("1", on: "2023-11-16")
        let refusal = Refusal(ChallengesError.dayInvalid, at: "/day").fault
        #expect(await scene.fault(ahead, as: bo) == refusal)
        #expect(try await value(contest, ana) == .of("10000"))
        #expect(try await value(contest, bo) == .of("700"))
        // What Bo types in adds up, and is one source among the others.
        _ = try await log("400", in: contest, by: bo)
        #expect(try await value(contest, bo) == .of("700"))
        let second = try await log("500", in: contest, by: bo)
        #expect(try await value(contest, bo) == .of("900"))
        #expect(try await person(contest, bo).entries == 2)
        try await walk("1200", "watch", by: bo)
        #expect(try await value(contest, bo) == .of("1200"))
        _ = try await scene.ask(DeleteEntry(entry: second), as: bo)
        // A smaller total, read later.
        try await walk("300", "watch", by: bo)
        #expect(try await value(contest, bo) == .of("700"))
        // Bo's 17th, in the contest, while it settles; Ana's 18th is not in it.
        try await come("2023-11-17T23:30:00Z")
        try await walk("50", on: "2023-11-17", by: bo)
        try await walk("90000", on: "2023-11-18", by: ana)
        #expect(try await value(contest, ana) == .of("10000"))
        #expect(try await value(contest, bo) == .of("750"))
        let standing = try await told(contest, bo)
        #expect(standing?.value == .of("750"))
        #expect(standing?.entries == 2)
        // The result is fixed: Bo's day still changes, and does not count.
        try await come("2023-11-18T23:00:00Z")
        try await come("2023-11-19T09:00:00Z")
        #expect(try await scene.contest(contest.id).state == .completed)
        try await walk("100000", on: "2023-11-17", by: bo)
        #expect(try await value(contest, bo) == .of("750"))
    }

    @Test func `scoring is told where somebody stands otherwise, and else not`() async throws {
        let contest = try await walk(with: [scene.bo])
        let other = try await walk(with: [scene.bo]) { $0.metric = .distance }
        try await come("2023-11-15T12:00:00Z")
        try await walk("500")
        let first = try #require(try await told(contest))
        #expect(first.value == .of("500"))
        #expect(first.entries == 1)
        #expect(first.version == (try await person(contest).version))
        let count = try await scene.emitted(ScoresChanged.self).count
        try await walk("400", "watch")
        try await walk("500")
        #expect(try await scene.emitted(ScoresChanged.self).count == count)
        #expect(try await person(contest).version == first.version)
        #expect(try await value(other) == nil)
        try await walk("0")
        #expect(try await value(contest) == .of("400"))
        try await walk("0", "watch")
        let none = try await person(contest)
        #expect(none.value == nil)
        #expect(none.entries == 0)
        #expect(try await told(contest)?.value == nil)
    }

    @Test func `who joins late, or comes back, is counted with the totals there are`() async throws
    {
        let contest = try await walk()
        try await come("2023-11-16T12:00:00Z")
        try await walk("500")
        try await walk("70", on: "2023-11-14")
        try await walk("30", on: "2023-11-16")
        _ = try await scene.ask(JoinContest(contest: contest.id), as: scene.bo)
        #expect(try await value(contest) == .of("530"))
        #expect(try await told(contest)?.value == .of("530"))
        _ = try await scene.ask(LeaveContest(contest: contest.id), as: scene.bo)
        try await walk("600")
        #expect(try await value(contest) == .of("530"))
        _ = try await scene.ask(JoinContest(contest: contest.id), as: scene.bo)
        #expect(try await value(contest) == .of("630"))
        #expect(try await told(contest)?.value == .of("630"))
    }

    @Test func `an admitted requester, and the author of a contest that begins, count too`()
        async throws
    {
        try await walk("40", on: "2023-11-14", by: scene.ana)
        try await walk("50", on: "2023-11-14")
        let contest = try await walk(from: "2023-11-14") { $0.needsApproval = true }
        #expect(try await value(contest, scene.ana) == .of("40"))
        #expect(try await told(contest, scene.ana)?.value == .of("40"))
        _ = try await scene.ask(JoinContest(contest: contest.id), as: scene.bo)
        #expect(try await value(contest) == nil)
        let admit = AdmitParticipant(contest: contest.id, user: scene.bo)
        _ = try await scene.ask(admit, as: scene.ana)
        #expect(try await value(contest) == .of("50"))
    }

    @Test func `totals of a first day that began before the contest count from its start`()
        async throws
    {
        try await live(scene.bo, in: "Pacific/Kiritimati")
        let contest = try await walk(with: [scene.bo])
        try await come("2023-11-14T23:00:00Z")
        try await walk("500")
        #expect(try await value(contest) == nil)
        try await come("2023-11-15T00:00:00Z")
        #expect(try await scene.contest(contest.id).state == .active)
        #expect(try await value(contest) == .of("500"))
        #expect(try await told(contest)?.value == .of("500"))
    }

    @Test func `time goes first, where it has not moved a contest yet`() async throws {
        let contest = try await walk(with: [scene.bo])
        let midnight = try #require(Instant(rfc3339: "2023-11-15T00:00:00Z"))
        scene.clock.advance(by: midnight - scene.clock.now)
        try await walk("500")
        #expect(try await value(contest) == .of("500"))
        // Its result is due.
        scene.clock.advance(by: .days(4))
        try await walk("900", on: "2023-11-17")
        #expect(try await value(contest) == .of("500"))
        #expect(try await scene.contest(contest.id).state == .completed)
    }

    @Test func `until the result a total counts, and from then on not`() async throws {
        let contest = try await walk(with: [scene.bo])
        try await come("2023-11-15T00:00:00Z")
        try await come("2023-11-18T23:59:58Z")
        try await walk("500", on: "2023-11-17")
        #expect(try await value(contest) == .of("500"))
        try await walk("600", on: "2023-11-17")
        #expect(try await value(contest) == .of("500"))
    }

    @Test func `where only devices count, what was typed in does not`() async throws {
        let contest = try await walk(with: [scene.bo]) { $0.sources = .device }
        try await come("2023-11-15T12:00:00Z")
        try await walk("900", "by hand", isManual: true)
        #expect(try await value(contest) == nil)
        try await walk("500")
        #expect(try await value(contest) == .of("500"))
        // What counts of the day is the same, and what was measured is not.
        try await walk("600")
        #expect(try await value(contest) == .of("600"))
        try await walk("700", isManual: true)
        #expect(try await value(contest) == nil)
    }

    @Test func `an end that comes nearer leaves days out, and one that goes farther adds them`()
        async throws
    {
        try await live(scene.bo, in: "Pacific/Kiritimati")
        let contest = try await walk(with: [scene.bo], to: "2023-11-15")
        try await come("2023-11-15T12:00:00Z")
        try await walk("500")
        try await walk("60", on: "2023-11-16")
        #expect(try await value(contest) == .of("500"))
        let later = ChangeContest(contest: contest.id, endsOn: CivilDate(rfc3339: "2023-11-18"))
        _ = try await scene.ask(later, as: scene.ana)
        #expect(try await value(contest) == .of("560"))
        #expect(try await told(contest)?.value == .of("560"))
        _ = try await scene.ask(EndContest(contest: contest.id), as: scene.ana)
        #expect(try await value(contest) == .of("500"))
        #expect(try await told(contest)?.value == .of("500"))
        #expect(try await value(contest, scene.ana) == nil)
    }

    @Test func `a total reaches the goal, and a smaller one only flags that`() async throws {
        let contest = try await walk(with: [scene.bo]) { $0.goal = .of("1000") }
        try await come("2023-11-15T12:00:00Z")
        try await walk("999.999999")
        #expect(try await person(contest).completedAt == nil)
        try await walk("1000")
        let reached = try await person(contest)
        #expect(reached.completedAt == scene.clock.now)
        #expect(!reached.isFlagged)
        try await walk("10")
        let flagged = try await person(contest)
        #expect(flagged.completedAt == reached.completedAt)
        #expect(flagged.isFlagged)
    }

    @Test func `a contest without a metric reads no totals`() async throws {
        let contest = try await scene.compete(with: scene.bo)
        try await walk("500", on: "2023-11-14")
        #expect(try await value(contest) == nil)
    }

    @Test func `without totals, manual entries add up as they do without a metric`() async throws {
        let (ana, bo) = (scene.ana, scene.bo)
        let plain = try await walk(with: [bo], zone: "Europe/Berlin") { call in
            (call.metric, call.unit) = (nil, "steps")
        }
        let metric = try await walk(with: [bo], zone: "Europe/Berlin")
        try await live(ana, in: "Pacific/Kiritimati")
        try await live(bo, in: "America/Los_Angeles")
        try await come("2023-11-15T12:00:00Z")
        for (amounts, user) in [(["300", "450"], ana), (["80"], bo)] {
            for amount in amounts {
                scene.clock.advance(by: .seconds(1))
                for contest in [plain, metric] { _ = try await log(amount, in: contest, by: user) }
            }
        }
        try await come("2023-11-16T12:00:00Z")
        for contest in [plain, metric] { _ = try await log("1000", in: contest, by: bo) }
        for contest in [plain, metric] {
            #expect(try await value(contest, ana) == .of("750"))
            #expect(try await value(contest, bo) == .of("1080"))
            #expect(try await person(contest, ana).entries == 2)
            #expect(try await person(contest, bo).entries == 2)
            #expect(try await told(contest, ana)?.value == .of("750"))
            #expect(try await told(contest, bo)?.value == .of("1080"))
        }
        // What is measured then changes the one, and leaves the other as it is.
        let version = try await person(plain, bo).version
        try await walk("2000", on: "2023-11-15", by: bo)
        #expect(try await value(metric, bo) == .of("3000"))
        #expect(try await value(plain, bo) == .of("1080"))
        #expect(try await person(plain, bo).version == version)
    }

    @Test func `whatever happens at the same time, everyone stands as their rows say`() async throws
    {
        try await Replicas.with { replicas in
            let scene = replicas.scene
            for round in 0..<Effort.scaled(3) {
                let user = UserID()
                let contests = try await (0..<4).asyncMap { number in
                    try await walk(in: scene, from: "2023-11-14") { call in
                        call.aggregation = number.isMultiple(of: 2) ? .sum : .max
                    }
                }
                let observed = scene.clock.now
                let puts = (1...6).map { number in
                    PutHealthDay(
                        metric: .steps,
                        day: scene.clock.now.utcDay,
                        amount: .of("\(number)00"),
                        source: "s\(number % 2)",
                        observedAt: observed + .seconds(number)
                    )
                }
                async let joined = replicas.faults(
                    contests.map { (user, JoinContest(contest: $0.id)) }
                )
                async let stored = replicas.faults(puts.map { (user, $0) })
                let refusals = await (joined, stored)
                #expect(refusals.0 == [], "round \(round)")
                #expect(refusals.1 == [], "round \(round)")
                let entries = contests.map { contest in
                    (user, AddEntry(contest: contest.id, amount: .of("450")))
                }
                let more = PutHealthDay(
                    metric: .steps,
                    day: scene.clock.now.utcDay,
                    amount: .of("800"),
                    source: "s1",
                    observedAt: observed + .seconds(60)
                )
                async let logged = replicas.faults(entries + entries)
                async let last = replicas.faults([(user, more)])
                let others = await (logged, last)
                #expect(others.0 == [] && others.1 == [], "round \(round)")
                for contest in contests {
                    let found = try await scene.database.participant(user, of: contest.id)
                    #expect(found?.value == .of("900"), "round \(round)")
                }
            }
        }
    }
}

extension Sequence {
    /// The results of a function for each element, one after another.
    fileprivate func asyncMap<Value>(
        _ transform: (Element) async throws -> Value
    ) async rethrows -> [Value] {
        var values: [Value] = []
        for element in self { values.append(try await transform(element)) }
        return values
    }
}
