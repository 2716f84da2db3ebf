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

/// Medals for numbers of challenges that were completed, and that others completed (2.7-medals).
@Suite(.freshDatabase(Scoring.migrations)) struct MilestonesTests {
    private let scene = Milestones()

    @Test(
        "A milestone is earned by the challenge that reaches it, and not by the one before",
        arguments: [1, 10, 50, 100]
    )
    func thresholds(_ threshold: Int) async throws {
        try await scene.complete(threshold - 1)
        let below = [1, 10, 50, 100].filter { $0 < threshold }
        #expect(
            try await scene.medals(of: scene.bo) == below.map { "completed\($0)" }.sorted()
        )
        try await scene.complete(1)
        let reached = below + [threshold]
        #expect(
            try await scene.medals(of: scene.bo) == reached.map { "completed\($0)" }.sorted()
        )
        #expect(
            try await scene.medals(of: scene.ana)
                == reached.map { "doneByOthers\($0)" }.sorted()
        )
    }

    @Test func `a milestone is earned when its challenge was completed, and told once`()
        async throws
    {
        try await scene.complete(11)
        try await scene.award()
        let tenth = Instant(microseconds: 1_700_000_009_000_000)
        let medals = try await scene.fixture.medals(of: scene.bo).items
        #expect(medals.first?.medal == .completed10)
        #expect(medals.first?.family == .milestone)
        #expect(medals.map(\.earnedAt) == [tenth, tenth - .seconds(9)])
        let told = try await scene.fixture.told(.medal).filter { $0.people == [scene.bo] }
        #expect(told.count == 2)
        #expect(told.allSatisfy { $0.challenge == nil && $0.name == nil })
    }

    @Test func `a challenge that is delivered again counts once`() async throws {
        let assignment = try await scene.fixture.pay(scene.bo, by: scene.ana)
        for _ in 0..<12 {
            try await scene.fixture.pay(scene.bo, by: scene.ana, assignment)
        }
        #expect(try await scene.medals(of: scene.bo) == ["completed1"])
        #expect(try await Database.fresh.counts(of: scene.bo) == [.completed: 1])
    }

    @Test func `an own challenge counts for nobody`() async throws {
        try await scene.fixture.pay(scene.bo, by: scene.bo)
        #expect(try await scene.medals(of: scene.bo) == [])
    }

    @Test func `an unpaid challenge counts`() async throws {
        let fixture = Fixture(payment: Payment(paidPerPairDay: 1))
        for second in 0..<10 { try await fixture.pay(scene.bo, by: scene.ana, at: Int64(second)) }
        #expect(try await fixture.points(of: scene.bo) == 100)
        while try await fixture.service.medals.award() > 0 {}
        #expect(try await fixture.kinds(of: scene.bo) == ["completed1", "completed10"])
    }

    @Test func `a void takes the medal back, and the next challenge gives the same one again`()
        async throws
    {
        let done = try await scene.complete(10)
        try await scene.award()
        let first = try await scene.fixture.medals(of: scene.bo, .completed10).items
        #expect(first.count == 1)
        try await scene.void(done[3])
        #expect(try await scene.medals(of: scene.bo) == ["completed1"])
        #expect(try await scene.medals(of: scene.ana) == ["doneByOthers1"])
        let settled = try await scene.fixture.emitted(NoticesSettled.self)
        #expect(settled.count == 2)
        #expect(settled.contains { $0.subject == Notice.Subject(first[0].id) })
        #expect(settled.allSatisfy { $0.kinds == [.medal] && $0.outcome == .gone })
        // A void that is delivered again changes nothing.
        try await scene.void(done[3])
        try await scene.complete(1)
        #expect(try await scene.medals(of: scene.bo) == ["completed1", "completed10"])
        let again = try await scene.fixture.medals(of: scene.bo, .completed10).items
        #expect(again.map(\.id) == first.map(\.id))
        #expect(again.map(\.earnedAt) == first.map(\.earnedAt))
        let told = try await scene.fixture.told(.medal).filter { $0.people == [scene.bo] }
        #expect(told.count == 2)
    }

    @Test func `a void above the milestone takes nothing back`() async throws {
        let done = try await scene.complete(11)
        try await scene.award()
        try await scene.void(done[0])
        #expect(try await scene.medals(of: scene.bo) == ["completed1", "completed10"])
    }

    @Test func `replicas at once count every challenge, and give each medal once`() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for second in 0..<20 {
                group.addTask { [scene] in
                    try await scene.fixture.pay(scene.bo, by: scene.ana, at: Int64(second))
                }
            }
            for _ in 0..<4 {
                group.addTask { [scene] in
                    for _ in 0..<5 { _ = try await scene.fixture.service.medals.award() }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await scene.medals(of: scene.bo) == ["completed1", "completed10"])
        #expect(try await Database.fresh.counts(of: scene.ana) == [.doneByOthers: 20])
        let told = try await scene.fixture.told(.medal)
        #expect(told.count == 4 && Set(told.map(\.cause)).count == 4)
    }

    @Test func `steps of one counter give the same medals`() async throws {
        try await scene.complete(10)
        var medals = scene.fixture.service.medals
        medals.stepMax = 1
        var steps = 0
        while try await medals.award() > 0 { steps += 1 }
        #expect(steps == 2)
        #expect(try await scene.fixture.kinds(of: scene.bo) == ["completed1", "completed10"])
        #expect(
            try await scene.fixture.kinds(of: scene.ana) == ["doneByOthers1", "doneByOthers10"]
        )
    }

    @Test func `what was completed before the medal was given is late, and not told`()
        async throws
    {
        try await Database.fresh.transaction { tx in
            _ = try await tx.run(
                "UPDATE medals SET since = \(Instant(microseconds: 1_700_000_009_000_001))"
            )
        }
        try await scene.complete(10)
        #expect(try await scene.medals(of: scene.bo) == ["completed1", "completed10"])
        #expect(try await scene.fixture.told(.medal).isEmpty)
        #expect(try await scene.fixture.see([], as: scene.bo) == 0)
    }
}
