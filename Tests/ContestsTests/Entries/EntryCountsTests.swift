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
@testable import Contests

/// How many entries a person has, which is counted only of whom they may be too many (2.14-limits).
@Suite(.freshDatabase(Challenges.migrations))
struct EntryCountsTests {
    private static let day = CivilDate(daysSince1970: 19_676)

    private func asked(
        _ version: Int64,
        run: Int = 1_000,
        day: Int = 100
    ) -> EntryCounts.Asked? {
        let person = ParticipantRecord(
            challenge: ChallengeID(),
            user: UserID(),
            state: .joined,
            version: version
        )
        let rules = ContestRules(entriesRun: run, entriesDay: day)
        return EntryCounts.Asked(of: person, on: Self.day, under: rules)
    }

    @Test func `nothing is counted of whose row changed less often than there may be entries`() {
        #expect(asked(99) == nil)
        #expect(asked(100)?.mostOfDay == 100)
        #expect(asked(100)?.mostOfAll == 0)
        #expect(asked(999)?.mostOfAll == 0)
        #expect(asked(1_000)?.mostOfAll == 1_000)
        #expect(asked(3, run: 3, day: 9)?.mostOfAll == 3)
        #expect(asked(3, run: 3, day: 9)?.mostOfDay == 0)
        #expect(asked(2, run: 3, day: 9) == nil)
    }

    @Test func `as many as may be are too many for another`() throws {
        let rules = ContestRules(entriesRun: 3, entriesDay: 2)
        try EntryCounts(all: 2, day: 1).check(under: rules)
        #expect(throws: ChallengesError.entriesTooMany) {
            try EntryCounts(all: 3, day: 2).check(under: rules)
        }
        #expect(throws: ChallengesError.entriesDayTooMany) {
            try EntryCounts(all: 2, day: 2).check(under: rules)
        }
    }

    @Test func `changes are not entries: a participant who changes one often can log as many`()
        async throws
    {
        let scene = Scene(rules: Rules(contests: ContestRules(entriesRun: 3, entriesDay: 3)))
        let logged = try await LoggedContest.store(in: scene)
        let entry = try await logged.log()
        for amount in ["2", "3", "4", "5", "6"] {
            let change = ChangeEntry(entry: entry.id, amount: .of(amount))
            _ = try await scene.ask(change, as: scene.bo)
        }
        try await logged.log()
        try await logged.log()
        let full = ChallengesError.entriesTooMany.fault
        #expect(await scene.fault(logged.call(), as: scene.bo) == full)
        #expect(try await logged.standing().entries == 3)
    }

    @Test(arguments: ["Pacific/Kiritimati", "Etc/GMT+12"])
    func `all entries of a day are counted, wherever it begins and ends`(zone: String) async throws
    {
        let scene = Scene(rules: Rules(contests: ContestRules(entriesDay: 2)))
        let logged = try await LoggedContest.store(in: scene)
        try await scene.tell(
            of: PersonCard(
                person: FakeIdentity.card(scene.bo).person,
                version: 2,
                zones: [ZoneChange(since: scene.clock.now - .days(9), name: zone)],
                standing: .active
            )
        )
        // The first moments of a day there, and its last ones.
        let hours = zone == "Pacific/Kiritimati" ? 10 : 12
        let begin = Instant(microseconds: 19_677 * 86_400_000_000) + .hours(hours)
        scene.clock.advance(by: begin - scene.clock.now)
        let first = try await logged.log()
        scene.clock.advance(by: .days(1) - .tick)
        let second = try await logged.log()
        #expect(first.localDay == second.localDay)
        let full = ChallengesError.entriesDayTooMany.fault
        #expect(await scene.fault(logged.call(), as: scene.bo) == full)
        scene.clock.advance(by: .tick)
        #expect(await scene.fault(logged.call(occurredAt: begin), as: scene.bo) == full)
        #expect(try await logged.log().localDay != first.localDay)
    }
}
