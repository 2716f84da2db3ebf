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
@testable import ChallengesCore
@testable import Contests
@testable import Dares
@testable import Discovery

/// An entry that is removed as false takes back the completion that its owner has by it; one that
/// its owner deletes does not (2.3-goal).
@Suite(.freshDatabase(Challenges.migrations))
struct RemovedEntriesTests {
    private let scene = Scene()

    /// An open contest of Ana's with a goal of ten kilometres, in which are Bo and Cy.
    private func contest(
        _ change: (inout CreateContest) -> Void = { _ in }
    ) async throws -> Crew {
        let crew = try await Crew.form(in: scene) { call in
            call.kind = .open
            call.goal = Amount(whole: 10)
            change(&call)
        }
        try await crew.join(scene.bo, scene.cy)
        return crew
    }

    private func log(_ amount: Int64, to crew: Crew) async throws -> EntryID {
        let call = AddEntry(contest: crew.id, amount: Amount(whole: amount))
        return try await scene.ask(call, as: scene.bo).id
    }

    private func query(_ entry: EntryID) async throws {
        _ = try await scene.ask(QueryEntry(entry: entry, reason: "Really?"), as: scene.cy)
    }

    /// Lets Cy query an entry, and Ana remove or keep it.
    private func decide(_ entry: EntryID, removes: Bool = true) async throws {
        try await query(entry)
        _ = try await scene.ask(DecideEntry(entry: entry, removes: removes), as: scene.ana)
    }

    private func bo(in crew: Crew) async throws -> ParticipantRecord {
        try #require(try await crew.row(of: scene.bo))
    }

    @Test func `a removal takes the completion where the goal is then not reached`()
        async throws
    {
        let crew = try await contest()
        _ = try await log(3, to: crew)
        let entry = try await log(7, to: crew)
        #expect(try await crew.seen(by: scene.bo).isCompleted)
        scene.clock.advance(by: .minutes(1))
        try await decide(entry)
        let person = try await bo(in: crew)
        #expect(person.value == Amount(whole: 3))
        #expect(person.completedAt == nil)
        #expect(!person.isFlagged)
        let told = try #require(try await crew.scores(of: scene.bo).last)
        #expect(told.completedAt == nil)
        #expect(told.version == person.version)
        let seen = try await crew.seen(by: scene.bo)
        #expect(!seen.isCompleted)
        #expect(seen.me?.completedAt == nil)
        // Reached again, it is completed then.
        scene.clock.advance(by: .minutes(1))
        _ = try await log(7, to: crew)
        #expect(try await bo(in: crew).completedAt == scene.clock.now)
        let last = try await crew.scores(of: scene.bo).last
        #expect(last?.completedAt == scene.clock.now)
    }

    @Test func `a removal leaves the completion where the goal is still reached, as does keeping`()
        async throws
    {
        let crew = try await contest()
        let kept = try await log(10, to: crew)
        let done = scene.clock.now
        let more = try await log(5, to: crew)
        scene.clock.advance(by: .minutes(1))
        try await decide(more)
        #expect(try await bo(in: crew).completedAt == done)
        try await decide(kept, removes: false)
        let person = try await bo(in: crew)
        #expect(person.completedAt == done)
        #expect(!person.isFlagged)
    }

    @Test func `what its owner deletes leaves the completion, flagged`() async throws {
        let crew = try await contest()
        let entry = try await log(10, to: crew)
        let done = scene.clock.now
        scene.clock.advance(by: .minutes(1))
        // Even where somebody queried it: it is not removed then.
        try await query(entry)
        _ = try await scene.ask(DeleteEntry(entry: entry), as: scene.bo)
        let person = try await bo(in: crew)
        #expect(person.completedAt == done)
        #expect(person.isFlagged)
        #expect(try await crew.scores(of: scene.bo).last?.completedAt == done)
    }

    @Test func `with percentages, the participant's own target is the goal`() async throws {
        let crew = try await Crew.form(in: scene) { call in
            call.score = .percent
            call.target = Amount(whole: 50)
        }
        try await crew.join(scene.bo, scene.cy, target: Amount(whole: 4))
        let entry = try await log(4, to: crew)
        #expect(try await bo(in: crew).completedAt == scene.clock.now)
        try await decide(entry)
        #expect(try await bo(in: crew).completedAt == nil)
    }

    @Test func `the votes remove it too, before the result is fixed`() async throws {
        for removes in [true, false] {
            let crew = try await Crew.form(in: scene) { call in
                call.goal = Amount(whole: 10)
                call.endsAt = scene.clock.now + Crew.duration
            }
            try await crew.join(scene.bo, scene.cy)
            let others = [try await crew.someone(), try await crew.someone()]
            for other in others { try await crew.join(other) }
            _ = try await log(3, to: crew)
            let entry = try await log(7, to: crew)
            let done = scene.clock.now
            try await query(entry)
            for voter in [scene.cy] + others {
                _ = try await scene.ask(VoteOnEntry(entry: entry, removes: removes), as: voter)
            }
            try await crew.pass(Crew.duration)
            try await crew.pass(Crew.settling)
            let person = try await bo(in: crew)
            #expect(person.completedAt == (removes ? nil : done))
            #expect(try await crew.scores(of: scene.bo).last?.completedAt == person.completedAt)
        }
    }

    @Test func `what its person said is completed stays`() async throws {
        let crew = try await contest { $0.goal = nil }
        let entry = try await log(7, to: crew)
        _ = try await scene.ask(CompleteContest(contest: crew.id), as: scene.bo)
        try await decide(entry)
        #expect(try await bo(in: crew).completedAt == scene.clock.now)
    }

    @Test func `nor has its person completed the definition, or done it among what trends`()
        async throws
    {
        let definition = try await scene.storeDefinition()
        let crew = try await contest { $0.definition = definition }
        func completions() async throws -> Int {
            try await scene.acts().count { $0.user == scene.bo && $0.what == .completion }
        }
        let notCompleted = ChallengesError.notCompleted.fault
        let rate = RateDefinition(definition: definition, stars: 4)
        let entry = try await log(10, to: crew)
        #expect(try await completions() == 2)
        try await decide(entry)
        #expect(try await completions() == 0)
        #expect(await scene.fault(rate, as: scene.bo) == notCompleted)
        _ = try await log(10, to: crew)
        #expect(try await completions() == 2)
        #expect(await scene.fault(rate, as: scene.bo) == nil)
        // With another completion of the definition it stays completed.
        let other = try await contest { $0.definition = definition }
        let wrong = try await log(10, to: other)
        try await decide(wrong)
        #expect(try await completions() == 2)
        #expect(await scene.fault(rate, as: scene.bo) == nil)
    }
}
