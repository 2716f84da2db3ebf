import ChallengesAPI
import ChallengesTestKit
import Identifiers
import ScoringAPI
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import ChallengesCore
@testable import Contests
@testable import Dares
@testable import Definitions
@testable import Discovery

/// What people set out to reach in contests of percents (2.3-score).
@Suite(.freshDatabase(Challenges.migrations))
struct SetTargetTests {
    /// A contest of percents that begins in a day.
    private func form(_ change: (inout CreateContest) -> Void = { _ in }) async throws -> Crew {
        try await Crew.form {
            $0.startsAt = $0.endsAt.map { $0 - .days(6) }
            $0.score = .percent
            $0.target = Amount(whole: 10)
            change(&$0)
        }
    }

    private func target(_ number: Int64, of crew: Crew) -> SetTarget {
        SetTarget(contest: crew.id, target: Amount(whole: number))
    }

    @Test func `a target changes until the start, and is fixed from then on`() async throws {
        let crew = try await form()
        let scene = crew.scene
        try await crew.join(scene.bo, target: Amount(whole: 20))
        #expect(try await crew.row(of: scene.ana)?.target == Amount(whole: 10))
        scene.clock.advance(by: .days(1) - .tick)
        let seen = try await scene.ask(target(30, of: crew), as: scene.bo)
        #expect(seen.me?.target == Amount(whole: 30))
        let row = try #require(try await crew.row(of: scene.bo))
        #expect(row.target == Amount(whole: 30))
        let last = try #require(try await crew.scores(of: scene.bo).last)
        #expect(last.target == Amount(whole: 30))
        #expect(last.version == row.version)
        // The same again changes nothing.
        let events = try await crew.eventCount()
        _ = try await scene.ask(target(30, of: crew), as: scene.bo)
        #expect(try await crew.row(of: scene.bo) == row)
        #expect(try await crew.eventCount() == events)
        scene.clock.advance(by: .tick)
        for user in [scene.ana, scene.bo] {
            let refusal = await crew.refusal(of: target(40, of: crew), as: user)
            #expect(
                refusal == ["challenges.target_fixed", "/target challenges.target_fixed"]
            )
        }
        #expect(try await crew.row(of: scene.bo)?.target == Amount(whole: 30))
    }

    @Test func `who asks to join may change the target that they would have`() async throws {
        let crew = try await form { $0.needsApproval = true }
        let scene = crew.scene
        try await crew.join(scene.bo, target: Amount(whole: 20))
        _ = try await scene.ask(target(30, of: crew), as: scene.bo)
        #expect(try await crew.scores(of: scene.bo).isEmpty)
        _ = try await scene.ask(AdmitParticipant(contest: crew.id, user: scene.bo), as: scene.ana)
        #expect(try await crew.row(of: scene.bo)?.target == Amount(whole: 30))
        #expect(try await crew.scores(of: scene.bo).map(\.target) == [Amount(whole: 30)])
    }

    @Test(arguments: [Int64(0), -1, 1_500_000])
    func `a target is above 0, and whole where only whole numbers count`(
        millionths: Int64
    ) async throws {
        let crew = try await form { $0.wholeNumbers = true }
        let amount = try #require(Amount(millionths: millionths))
        let call = SetTarget(contest: crew.id, target: amount)
        let code = "challenges.target_\(millionths > 0 ? "not_whole" : "invalid")"
        #expect(await crew.refusal(of: call, as: crew.scene.ana) == [code, "/target \(code)"])
        #expect(try await crew.row(of: crew.scene.ana)?.target == Amount(whole: 10))
    }

    @Test func `scores that are no percents have no targets`() async throws {
        let crew = try await Crew.form { $0.startsAt = $0.endsAt.map { $0 - .days(6) } }
        let code = "challenges.target_unwanted"
        let refusal = await crew.refusal(of: target(10, of: crew), as: crew.scene.ana)
        #expect(refusal == [code, "/target \(code)"])
    }

    @Test func `a contest that was cancelled before its start takes no targets`() async throws {
        let crew = try await form()
        let scene = crew.scene
        _ = try await scene.ask(CancelContest(contest: crew.id), as: scene.ana)
        let refusal = await crew.refusal(of: target(20, of: crew), as: scene.ana)
        #expect(refusal == ["challenges.contest_over"])
        #expect(try await crew.row(of: scene.ana)?.target == Amount(whole: 10))
        #expect(try await !crew.seen(by: scene.ana).actions.contains(.target))
    }

    @Test func `a non-participant has no target`() async throws {
        let crew = try await form()
        let scene = crew.scene
        let left = try await crew.someone()
        try await crew.invite(scene.bo)
        try await crew.join(left, target: Amount(whole: 20))
        try await crew.leave(left)
        for user in [scene.bo, scene.cy, left] {
            let refusal = await crew.refusal(of: target(10, of: crew), as: user)
            #expect(refusal == ["challenges.not_in_contest"])
        }
        #expect(try await crew.row(of: left)?.target == Amount(whole: 20))
    }

    @Test func `what one cannot see has no targets`() async throws {
        try await Crew.expectNotFound { SetTarget(contest: $0.id, target: Amount(whole: 10)) }
    }
}
