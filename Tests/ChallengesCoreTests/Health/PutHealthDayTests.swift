import ChallengesAPI
import ChallengesTestKit
import Identifiers
import IdentityAPI
import Postgres
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import ChallengesCore

/// A source says what a user did on a day (2.4-source, 2.4-freeze).
@Suite(.freshDatabase(Challenges.migrations))
struct PutHealthDayTests {
    private let scene = Scene()

    private func call(
        _ amount: String = "9000",
        _ source: String = "phone",
        on day: CivilDate? = nil,
        at observed: Instant? = nil,
        isManual: Bool? = nil
    ) -> PutHealthDay {
        PutHealthDay(
            metric: .steps,
            day: day ?? scene.clock.now.utcDay,
            amount: .of(amount),
            source: source,
            observedAt: observed ?? scene.clock.now,
            isManual: isManual
        )
    }

    private func end(of day: CivilDate) -> Instant {
        Instant(microseconds: (day.daysSince1970 + 1) * 86_400_000_000)
    }

    private func rows() async throws -> [String] {
        try await scene.database.all("SELECT health_days::text FROM health_days ORDER BY 1") {
            try $0.next()
        }
    }

    @Test func `a total is kept as given, and shown with when the day freezes`() async throws {
        let day = scene.clock.now.utcDay
        let put = try await scene.ask(call("1234.5", isManual: true), as: scene.ana)
        let expected = HealthDay(
            metric: .steps,
            day: day,
            amount: .of("1234.5"),
            sources: [
                HealthDay.Source(
                    source: "phone",
                    amount: .of("1234.5"),
                    observedAt: scene.clock.now,
                    isManual: true
                )
            ],
            freezesAt: end(of: day) + .hours(48)
        )
        #expect(put == expected)
        let listed = try await scene.ask(ListHealthDays(metric: .steps), as: scene.ana)
        #expect(listed.items == [expected])
        #expect(listed.nextCursor == nil)
        for (user, metric) in [(scene.bo, Metric.steps), (scene.ana, .distance)] {
            #expect(try await scene.ask(ListHealthDays(metric: metric), as: user).items == [])
        }
    }

    @Test func `absent, it was measured`() async throws {
        let put = try await scene.ask(call(), as: scene.ana)
        #expect(put.sources.map(\.isManual) == [false])
    }

    @Test func `what is not newer writes nothing, and is answered as it stands`() async throws {
        let now = scene.clock.now
        let first = try await scene.ask(call("100", at: now), as: scene.ana)
        let stored = try await rows()
        scene.clock.advance(by: .minutes(1))
        #expect(try await scene.ask(call("100", at: now), as: scene.ana) == first)
        #expect(try await scene.ask(call("900", at: now), as: scene.ana) == first)
        #expect(try await scene.ask(call("900", at: now - .tick), as: scene.ana) == first)
        #expect(try await rows() == stored)
        let less = try await scene.ask(call("40", at: now + .tick), as: scene.ana)
        #expect(less.amount == .of("40"))
    }

    @Test func `a repeated call gets the reply that it got`() async throws {
        let call = call("100")
        let first = try await scene.ask(call, as: scene.ana, key: "one")
        scene.clock.advance(by: .tick)
        _ = try await scene.ask(self.call("300"), as: scene.ana)
        #expect(try await scene.ask(call, as: scene.ana, key: "one") == first)
        // Also when the day is frozen.
        scene.clock.advance(by: .days(9))
        #expect(try await scene.ask(call, as: scene.ana, key: "one") == first)
        #expect(
            await scene.fault(self.call("1"), as: scene.ana, key: "one")
                == WireError.keyReused.fault
        )
    }

    @Test func `a day freezes 48 hours after its end`() async throws {
        let day = scene.clock.now.utcDay
        _ = try await scene.ask(call("100"), as: scene.ana)
        scene.clock.advance(by: end(of: day) + .hours(48) - .tick - scene.clock.now)
        let late = try await scene.ask(call("200", on: day), as: scene.ana)
        #expect(late.amount == .of("200"))
        _ = try await scene.ask(call("200", "watch", on: day), as: scene.bo)
        scene.clock.advance(by: .tick)
        let frozen = ChallengesError.dayFrozen.fault
        #expect(await scene.fault(call("300", on: day), as: scene.ana) == frozen)
        #expect(await scene.fault(call("300", "watch", on: day), as: scene.ana) == frozen)
        // Nor does its first total come then.
        #expect(await scene.fault(call("300", on: day), as: scene.cy) == frozen)
    }

    @Test func `an operator sets another time, and clock difference`() async throws {
        let rules = Rules(
            health: HealthRules(dayFreeze: .hours(1), clockTolerance: .seconds(1))
        )
        let scene = Scene(rules: rules)
        let put = try await scene.ask(call(), as: scene.ana)
        #expect(put.freezesAt == end(of: put.day) + .hours(1))
        let refusal = Refusal(ChallengesError.observedInvalid, at: "/observedAt").fault
        let ahead = call(at: scene.clock.now + .seconds(1) + .tick)
        #expect(await scene.fault(ahead, as: scene.ana) == refusal)
    }

    @Test func `the day is the user's own, and its freezing is fixed by its first total`()
        async throws
    {
        let scene = scene
        func live(in zone: String, since: Instant, version: Int64) async throws {
            try await scene.tell(
                of: PersonCard(
                    person: FakeIdentity.card(scene.bo).person,
                    version: version,
                    zones: [ZoneChange(since: since, name: zone)],
                    standing: .active
                )
            )
        }
        try await live(in: "Pacific/Kiritimati", since: scene.clock.now - .days(9), version: 2)
        // 22:13 in UTC, 12:13 of the next day there.
        let tomorrow = CivilDate(daysSince1970: scene.clock.now.utcDay.daysSince1970 + 1)
        let put = try await scene.ask(call(on: tomorrow), as: scene.bo)
        let freezesAt = end(of: tomorrow) - .hours(14) + .hours(48)
        #expect(put.freezesAt == freezesAt)
        #expect(
            await scene.fault(call(on: tomorrow), as: scene.ana)
                == Refusal(ChallengesError.dayInvalid, at: "/day").fault
        )
        try await live(in: "Etc/GMT+12", since: scene.clock.now - .days(9), version: 3)
        let today = scene.clock.now.utcDay
        scene.clock.advance(by: .days(2))
        let again = try await scene.ask(call("9500", on: tomorrow), as: scene.bo)
        #expect(again.freezesAt == freezesAt)
        #expect(await scene.fault(call(on: today), as: scene.bo) == nil)
    }

    @Test func `the eleventh source of a day is refused`() async throws {
        for number in 1...10 { _ = try await scene.ask(call("1", "s\(number)"), as: scene.ana) }
        #expect(
            await scene.fault(call("1", "s11"), as: scene.ana)
                == ChallengesError.daySourcesTooMany.fault
        )
        #expect(try await rows().count == 10)
        let refusal = Refusal(ChallengesError.amountInvalid, at: "/amount").fault
        #expect(await scene.fault(call("-1", "s11"), as: scene.ana) == refusal)
        #expect(
            await scene.fault(ListHealthDays(metric: .unknown), as: scene.ana)
                == ChallengesError.metricNotFound.fault
        )
    }

    @Test func `at the same time, on two replicas, the total that was read last stays`()
        async throws
    {
        try await Replicas.with { replicas in
            let now = replicas.scene.clock.now
            for round in 0..<Effort.scaled(4) {
                let base = now - .hours(1) + .seconds(round * 60)
                let calls = (1...8).map { number in
                    let observed = base + .seconds(number)
                    return (replicas.scene.ana, call("\(number)", at: observed))
                }
                #expect(await replicas.faults(calls.shuffled()) == [])
                let days = try await replicas.scene.ask(
                    ListHealthDays(metric: .steps),
                    as: replicas.scene.ana
                )
                #expect(days.items.map(\.amount) == [.of("8")])
            }
        }
    }
}
