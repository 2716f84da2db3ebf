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

/// How far a user is from each medal (2.7-medals).
@Suite(.freshDatabase(Scoring.migrations)) struct ListMedalProgressTests {
    private let milestones = Milestones()

    private func progress(of user: UserID) async throws -> [MedalProgress] {
        try await milestones.fixture.scoring.call(
            ListMedalProgress(),
            in: CallContext(user: user, peer: .gateway)
        ).items
    }

    @Test func `every kind is listed, by family and by what it takes`() async throws {
        let items = try await progress(of: milestones.ana)
        #expect(items.compactMap(\.medal).count == items.count)
        #expect(Set(items.compactMap(\.medal)) == Set(Medal.Kind.allCases).subtracting([.unknown]))
        #expect(items.allSatisfy { $0.award == nil })
        let completed = items.filter { $0.medal?.rawValue.contains("completed") == true }
        #expect(completed.map(\.threshold) == [1, 10, 50, 100])
        #expect(completed.map(\.count) == [0, 0, 0, 0])
        let gold = try #require(items.first { $0.medal == .gold })
        #expect(gold.threshold == nil && gold.count == nil)
    }

    @Test func `a milestone shows the count and the medal`() async throws {
        try await milestones.complete(3)
        try await milestones.send(to: 12)
        try await milestones.award()
        let bo = try await progress(of: milestones.bo)
        let first = try #require(bo.first { $0.medal == .completed1 })
        #expect(first.count == 3)
        let award = try #require(first.award)
        #expect(award.seenAt == nil)
        #expect(try await milestones.fixture.see([award.id], as: milestones.bo) == 0)
        let seen = try await progress(of: milestones.bo).first { $0.medal == .completed1 }
        #expect(seen?.award?.seenAt == milestones.clock.now)
        let second = try #require(bo.first { $0.medal == .completed10 })
        #expect(second.count == 3 && second.award == nil)
        let ana = try await progress(of: milestones.ana)
        #expect(ana.first { $0.medal == .sent50 }?.count == 12)
        #expect(ana.first { $0.medal == .doneByOthers10 }?.count == 3)
        #expect(ana.first { $0.medal == .completed1 }?.count == 0)
    }

    @Test func `a streak shows its present length, and the newest medal`() async throws {
        let scene = StreakScene()
        try await scene.count(Array(0...7))
        scene.turn(to: 7)
        func streak() async throws -> MedalProgress? {
            try await scene.fixture.scoring.call(
                ListMedalProgress(),
                in: CallContext(user: scene.ana, peer: .gateway)
            ).items.first { $0.medal == .streak7 }
        }
        #expect(try await streak()?.count == 8)
        let overall = try await streak()?.award?.id
        #expect(overall != nil)
        scene.turn(to: 30)
        for day in 20...26 { try await scene.close(day, .met, isDaily: true) }
        #expect(try await streak()?.count == 0)
        #expect(try await streak()?.award?.id != overall)
    }

    @Test func `a hidden medal is an outline until it is earned`() async throws {
        try await Database.fresh.transaction { tx in
            _ = try await tx.run("UPDATE medals SET is_hidden = true WHERE id = 'completed1'")
        }
        let outline = MedalProgress(
            medal: nil,
            family: .milestone,
            threshold: nil,
            count: nil,
            award: nil
        )
        let hidden = try await progress(of: milestones.bo)
        #expect(hidden.filter { $0.medal == nil } == [outline])
        try await milestones.complete(1)
        try await milestones.award()
        let earned = try await progress(of: milestones.bo)
        #expect(earned.allSatisfy { $0.medal != nil })
        let first = earned.first { $0.medal == .completed1 }
        #expect(first?.threshold == 1 && first?.count == 1 && first?.award != nil)
    }

    @Test func `a void medal is not shown, and neither is a kind of a later release`()
        async throws
    {
        let done = try await milestones.complete(1)
        try await milestones.award()
        try await milestones.void(done[0])
        try await milestones.award()
        try await Database.fresh.transaction { tx in
            _ = try await tx.run("UPDATE medals SET id = 'platinum' WHERE id = 'gold'")
        }
        let items = try await progress(of: milestones.bo)
        let first = items.first { $0.medal == .completed1 }
        #expect(first?.award == nil && first?.count == 0)
        #expect(items.count == Medal.Kind.allCases.count - 2)
    }
}
