import ChallengesAPI
import Identifiers
import IdentityAPI
import TestKit
import Testing
import Values
import Wire

@testable import Challenges

/// Invitations that are declined (FR-50, 2.3-participants).
@Suite(.freshDatabase(Challenges.migrations))
struct DeclineContestTests {
    @Test func `an invitation is declined once, and nobody is told`() async throws {
        let crew = try await Crew.form { $0.visibility = .private }
        let scene = crew.scene
        try await crew.invite(scene.bo)
        let decline = DeclineContest(contest: crew.id)
        let seen = try await scene.ask(decline, as: scene.bo)
        #expect(seen.me?.state == .declined)
        #expect(!seen.actions.contains(.join))
        let row = try await crew.row(of: scene.bo)
        #expect(row?.endedAt == scene.clock.now)
        let settled = try await crew.settled(.contestInvited)
        #expect(settled.map(\.people) == [[scene.bo]])
        #expect(settled.map(\.outcome) == [.acted])
        let events = try await crew.eventCount()
        scene.clock.advance(by: .hours(1))
        #expect(try await scene.ask(decline, as: scene.bo).me?.state == .declined)
        #expect(try await crew.row(of: scene.bo) == row)
        #expect(try await crew.eventCount() == events)
    }

    @Test func `who left, was invited again and declines has left`() async throws {
        let crew = try await Crew.form { $0.visibility = .private }
        let scene = crew.scene
        try await crew.invite(scene.bo)
        try await crew.join(scene.bo)
        try await crew.leave(scene.bo)
        try await crew.invite(scene.bo)
        #expect(try await crew.state(of: scene.bo) == .invited)
        _ = try await scene.ask(DeclineContest(contest: crew.id), as: scene.bo)
        #expect(try await crew.state(of: scene.bo) == .left)
        #expect(try await crew.counts() == [1, 2])
    }

    @Test func `who is not invited has nothing to decline`() async throws {
        let crew = try await Crew.form()
        let scene = crew.scene
        try await crew.join(scene.bo)
        for user in [scene.ana, scene.bo] {
            let refusal = await crew.refusal(of: DeclineContest(contest: crew.id), as: user)
            #expect(refusal == ["challenges.wrong_state"])
        }
        let refusal = await crew.refusal(of: DeclineContest(contest: crew.id), as: scene.cy)
        #expect(refusal == ["challenges.not_your_part"])
        #expect(try await crew.state(of: scene.bo) == .joined)
    }

    @Test func `an invitation lapses with the end of the contest`() async throws {
        let crew = try await Crew.form { $0.visibility = .private }
        let scene = crew.scene
        try await crew.invite(scene.bo, scene.cy)
        scene.clock.advance(by: Crew.duration - .tick)
        _ = try await scene.ask(DeclineContest(contest: crew.id), as: scene.cy)
        scene.clock.advance(by: .tick)
        let decline = DeclineContest(contest: crew.id)
        let refusal = await crew.refusal(of: decline, as: scene.bo)
        #expect(refusal == ["challenges.contest_not_found"])
        #expect(try await crew.state(of: scene.bo) == .lapsed)
        #expect(try await crew.state(of: scene.cy) == .declined)
        let expired = try await crew.settled(.contestInvited).filter { $0.outcome == .expired }
        #expect(expired.count == 1)
        #expect(expired.first?.kinds.contains(.joinRequested) == true)
    }

    @Test func `what one cannot see is not declined`() async throws {
        try await Crew.expectNotFound { DeclineContest(contest: $0.id) }
    }
}
