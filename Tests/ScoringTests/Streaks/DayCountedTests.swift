import Identifiers
import IdentityAPI
import Postgres
import RPC
import ScoringAPI
import TestBasics
import TestKit
import Testing
import Values
import Wire

@testable import Scoring

/// Days that count for the overall streak (2.7-streaks).
@Suite(.freshDatabase(Scoring.migrations)) struct DayCountedTests {
    private let scene = StreakScene()

    @Test func `a day in a row adds, today does not break, and a missed day does`() async throws {
        try await scene.count([0, 1, 2])
        scene.turn(to: 2)
        #expect(try await scene.overall().current == 3)
        scene.turn(to: 3)
        #expect(try await scene.overall().current == 3)
        scene.turn(to: 4)
        let broken = try await scene.overall()
        #expect(broken.current == 0 && broken.best == 3 && broken.lastDay == .day(2))
        // A late entry repairs it.
        try await scene.count([3])
        #expect(try await scene.overall().current == 4)
    }

    @Test func `what an older version says changes nothing, and what is taken back is gone`()
        async throws
    {
        try await scene.count([0])
        try await scene.count([1], version: 2)
        scene.turn(to: 1)
        try await scene.count([1], false, version: 1)
        #expect(try await scene.overall().current == 2)
        try await scene.count([1], false, version: 3)
        #expect(try await scene.overall().current == 1)
        #expect(try await scene.overall().best == 1)
    }

    @Test func `a person's day is that of their clocks`() async throws {
        try await scene.count([0])
        // Noon of day 1 in UTC is day 2 in Auckland from 11:00 on.
        scene.turn(to: 1)
        #expect(try await scene.overall().current == 1)
        let zone = ZoneChange(since: Instant(microseconds: 0), name: "Pacific/Auckland")
        let person = Fixture.card(scene.ana, "Ana").person
        let card = PersonCard(person: person, version: 1, zones: [zone])
        try await scene.fixture.deliver(PersonChanged(card: card), from: .identity)
        #expect(try await scene.overall().current == 0)
    }

    @Test func `random days in any order make the same streak as all of them together`()
        async throws
    {
        var dice = Dice(seed: 7)
        var counted: Set<Int> = []
        for version in 1...80 {
            let day = Int.random(in: 0...25, using: &dice)
            let counts = Int.random(in: 0..<8, using: &dice) > 0
            if counts { counted.insert(day) } else { counted.remove(day) }
            try await scene.count([day], counts, version: Int64(version))
        }
        let days = counted.sorted().map { CivilDate.day($0) }
        let stored = try #require(try await Database.fresh.streak(of: scene.ana, goal: nil))
        #expect(stored.count == StreakCount([StreakPlan]().days(counting: days)))
    }
}
