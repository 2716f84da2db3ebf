import ChallengesAPI
import ChallengesTestKit
import Identifiers
import Postgres
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import Contests

/// Rule 2.14-contests-a-day.
@Suite(.freshDatabase(Challenges.migrations)) struct ContestsADayTests {
    private static let exhausted = ChallengesError.contestsADayExhausted

    /// A contest that nobody joins.
    private var call: CreateContest { CreateContest(kind: .open, name: "Swim") }

    @Test func `a user makes a hundred contests in a day, and no more`() async throws {
        #expect(ContestRules().contestsDay == 100)
        let scene = Scene()
        var call = call
        call.draft = true
        for _ in 0..<100 { _ = try await scene.ask(call, as: scene.ana) }
        let fault = await scene.fault(call, as: scene.ana)
        #expect(fault?.code == Self.exhausted.rawValue)
        #expect(fault?.kind == .exhausted)
        #expect(fault?.retryAfterSeconds == 86_400)
        // Others have a number of their own.
        _ = try await scene.ask(call, as: scene.bo)
    }

    @Test func `a contest counts for 24 hours`() async throws {
        let scene = Scene(rules: Rules(contests: ContestRules(contestsDay: 2)))
        _ = try await scene.ask(call, as: scene.ana)
        scene.clock.advance(by: .hours(1))
        _ = try await scene.ask(call, as: scene.ana)
        scene.clock.advance(by: .hours(23) - .tick)
        let fault = await scene.fault(call, as: scene.ana)
        #expect(fault?.code == Self.exhausted.rawValue)
        #expect(fault?.retryAfterSeconds == 1)
        scene.clock.advance(by: .tick)
        _ = try await scene.ask(call, as: scene.ana)
        // The second one counts for another hour.
        let next = await scene.fault(call, as: scene.ana)
        #expect(next?.retryAfterSeconds == 3_600)
    }

    @Test func `cancelled and deleted contests count`() async throws {
        let scene = Scene(rules: Rules(contests: ContestRules(contestsDay: 2)))
        let first = try await scene.ask(call, as: scene.ana)
        _ = try await scene.ask(CancelContest(contest: first.id), as: scene.ana)
        var draft = call
        draft.draft = true
        let second = try await scene.ask(draft, as: scene.ana)
        _ = try await scene.ask(DeleteContest(contest: second.id), as: scene.ana)
        #expect(await scene.refusals(of: call) == [Self.exhausted.rawValue])
    }

    @Test func `copies and contests from a definition count`() async throws {
        let scene = Scene(rules: Rules(contests: ContestRules(contestsDay: 3)))
        let definition = try await scene.post()
        let first = try await scene.ask(call, as: scene.ana)
        let copy = CreateContest(kind: .open, copyOf: first.id)
        _ = try await scene.ask(copy, as: scene.ana)
        let defined = CreateContest(kind: .open, definition: definition.id)
        _ = try await scene.ask(defined, as: scene.ana)
        for call in [call, copy, defined] {
            #expect(await scene.refusals(of: call) == [Self.exhausted.rawValue])
        }
    }

    @Test func `a repetition is no other contest, and is answered at the limit`() async throws {
        let scene = Scene(rules: Rules(contests: ContestRules(contestsDay: 2)))
        var call = call
        call.id = ChallengeID()
        let first = try await scene.ask(call, as: scene.ana)
        #expect(try await scene.ask(call, as: scene.ana).id == first.id)
        let second = try await scene.ask(self.call, as: scene.ana, key: "k")
        #expect(try await scene.ask(call, as: scene.ana).id == first.id)
        #expect(try await scene.ask(self.call, as: scene.ana, key: "k").id == second.id)
        #expect(await scene.refusals(of: self.call) == [Self.exhausted.rawValue])
    }

    @Test func `what is refused does not count`() async throws {
        let scene = Scene(rules: Rules(contests: ContestRules(contestsOwned: 1, contestsDay: 2)))
        var wrong = call
        wrong.name = ""
        for _ in 0..<3 {
            #expect(await scene.refusals(of: wrong) == ["/name challenges.name_invalid"])
        }
        let first = try await scene.ask(call, as: scene.ana)
        for _ in 0..<3 {
            #expect(await scene.refusals(of: call) == ["challenges.contests_too_many"])
        }
        _ = try await scene.ask(CancelContest(contest: first.id), as: scene.ana)
        _ = try await scene.ask(call, as: scene.ana)
    }

    @Test func `one contest more is refused before its pictures are claimed`() async throws {
        let scene = Scene(rules: Rules(contests: ContestRules(contestsDay: 1)))
        _ = try await scene.ask(call, as: scene.ana)
        var more = call
        more.mediaIDs = [MediaID()]
        #expect(await scene.refusals(of: more) == [Self.exhausted.rawValue])
        #expect(scene.media.claimed.isEmpty)
    }

    @Test func `of twenty at once at two replicas, as many are made as may be`() async throws {
        try await Replicas.with(rules: Rules(contests: ContestRules(contestsDay: 5))) { replicas in
            let calls = (0..<20).map { _ in (replicas.scene.ana, call) }
            let faults = await replicas.faults(calls)
            #expect(faults.count == 15)
            #expect(faults.allSatisfy { $0.code == Self.exhausted.rawValue })
            #expect(faults.allSatisfy { $0.retryAfterSeconds == 86_400 })
        }
    }

    @Test func `what no longer counts is deleted`() async throws {
        let scene = Scene()
        for _ in 0..<6 { _ = try await scene.ask(call, as: scene.ana) }
        scene.clock.advance(by: .hours(24) - .tick)
        _ = try await scene.ask(call, as: scene.bo)
        #expect(try await makings() == 7)
        scene.clock.advance(by: .tick)
        _ = try await scene.ask(call, as: scene.bo)
        #expect(try await makings() == 4)
        _ = try await scene.ask(call, as: scene.bo)
        #expect(try await makings() == 3)
    }

    private func makings() async throws -> Int {
        try await Database.fresh.one("SELECT count(*) FROM contest_makings") { try $0.next() }
    }
}
