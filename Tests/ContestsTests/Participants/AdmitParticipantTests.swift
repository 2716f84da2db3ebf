import ChallengesAPI
import ChallengesTestKit
import Identifiers
import IdentityAPI
import People
import Postgres
import ScoringAPI
import TestKit
import Testing
import Values
import Wire

@testable import Challenges

/// Who is let in by the owner of a contest (2.3-ways-in).
@Suite(.freshDatabase(Challenges.migrations))
struct AdmitParticipantTests {
    @Test func `the owner admits a requester once, and the requester is notified`() async throws {
        let crew = try await Crew.form { $0.needsApproval = true }
        let scene = crew.scene
        try await crew.join(scene.bo, scene.cy)
        let requests = try await crew.told(.joinRequested)
        scene.clock.advance(by: .hours(1))
        let admit = AdmitParticipant(contest: crew.id, user: scene.bo)
        let admitted = try await scene.ask(admit, as: scene.ana)
        #expect(admitted.state == .joined)
        #expect(admitted.user.id == scene.bo)
        #expect(admitted.joinedAt == scene.clock.now)
        #expect(try await crew.counts() == [2, 2])
        #expect(try await crew.scores(of: scene.bo).map(\.state) == [.joined])
        let told = try await crew.told(.admitted)
        #expect(told.map(\.people) == [[scene.bo]])
        #expect(told.first?.actor == scene.ana)
        #expect(told.first?.cause == requests.first?.cause)
        // Of the two wishes only this one is settled.
        let settled = try await crew.settled(.joinRequested)
        #expect(settled.map(\.outcome) == [.acted])
        #expect(settled.map(\.cause) == [requests.first?.cause])
        #expect(try await crew.seen(by: scene.bo).isAttended)
        let events = try await crew.eventCount()
        #expect(try await scene.ask(admit, as: scene.ana) == admitted)
        #expect(try await crew.eventCount() == events)
        #expect(try await crew.counts() == [2, 2])
    }

    @Test func `a returning participant is admitted with the earlier entries`() async throws {
        let crew = try await Crew.form()
        let scene = crew.scene
        try await crew.join(scene.bo)
        try await crew.log(3, by: scene.bo)
        try await crew.leave(scene.bo)
        let approve = ChangeContest(contest: crew.id, needsApproval: true)
        _ = try await scene.ask(approve, as: scene.ana)
        try await crew.join(scene.bo)
        #expect(try await crew.state(of: scene.bo) == .requested)
        let admit = AdmitParticipant(contest: crew.id, user: scene.bo)
        #expect(try await scene.ask(admit, as: scene.ana).value == Amount(whole: 3))
        #expect(try await crew.scores(of: scene.bo).last?.value == Amount(whole: 3))
        #expect(try await crew.counts() == [2, 2])
    }

    @Test func `no one is admitted to a full contest, nor after the end`() async throws {
        let crew = try await Crew.form {
            $0.needsApproval = true
            $0.capacity = 2
        }
        let scene = crew.scene
        try await crew.join(scene.bo, scene.cy)
        let bo = AdmitParticipant(contest: crew.id, user: scene.bo)
        let cy = AdmitParticipant(contest: crew.id, user: scene.cy)
        _ = try await scene.ask(bo, as: scene.ana)
        #expect(await crew.refusal(of: cy, as: scene.ana) == ["challenges.contest_full"])
        #expect(try await crew.state(of: scene.cy) == .requested)
        try await crew.leave(scene.bo)
        _ = try await scene.ask(cy, as: scene.ana)
        let other = try await Crew.form { $0.needsApproval = true }
        try await other.join(other.scene.bo)
        other.scene.clock.advance(by: Crew.duration)
        let late = AdmitParticipant(contest: other.id, user: other.scene.bo)
        let refusal = await other.refusal(of: late, as: other.scene.ana)
        #expect(refusal == ["challenges.wrong_state"])
        #expect(try await other.state(of: other.scene.bo) == .lapsed)
    }

    @Test func `a user without a join request is not admitted`() async throws {
        let crew = try await Crew.form()
        let scene = crew.scene
        let stranger = UserID()
        try await crew.invite(scene.bo)
        try await crew.join(scene.cy)
        try await crew.leave(scene.cy)
        for user in [scene.bo, scene.cy] {
            let call = AdmitParticipant(contest: crew.id, user: user)
            #expect(await crew.refusal(of: call, as: scene.ana) == ["challenges.wrong_state"])
        }
        let call = AdmitParticipant(contest: crew.id, user: stranger)
        let unknown = ["challenges.participant_not_found"]
        #expect(await crew.refusal(of: call, as: scene.ana) == unknown)
    }

    @Test func `a blocked requester is not admitted`() async throws {
        let crew = try await Crew.form { $0.needsApproval = true }
        let scene = crew.scene
        try await crew.join(scene.bo)
        // The block is stored; the wish has not ended yet.
        let pair = Pair(scene.ana, scene.bo)
        try await scene.database.transaction { tx in
            try await tx.storeRelation(.blocked, of: pair.one, and: pair.other, version: 9)
        }
        let call = AdmitParticipant(contest: crew.id, user: scene.bo)
        let unknown = ["challenges.participant_not_found"]
        #expect(await crew.refusal(of: call, as: scene.ana) == unknown)
        #expect(try await crew.state(of: scene.bo) == .requested)
    }

    @Test func `a requester by a code is not admitted if blocked with its creator`() async throws {
        let it = try await CodeScene(needsApproval: true, membersMayInvite: true)
        try await it.open(it.make(by: it.bo), as: it.cy)
        let asked = try await it.scene.ask(JoinContest(contest: it.contest), as: it.cy)
        #expect(asked.me?.state == .requested)
        let call = AdmitParticipant(contest: it.contest, user: it.cy)
        // The block is stored; the wish has not ended yet.
        try await it.scene.storeRelation(.blocked, it.bo, it.cy, version: 9)
        let unknown = ChallengesError.participantNotFound.fault
        #expect(await it.scene.fault(call, as: it.ana) == unknown)
        #expect(try await it.part(of: it.cy) == .requested)
        try await it.scene.storeRelation(.none, it.bo, it.cy, version: 10)
        #expect(try await it.scene.ask(call, as: it.ana).state == .joined)
    }

    @Test func `a requester without a code is admitted, whatever codes they opened before`()
        async throws
    {
        let it = try await CodeScene(.public, needsApproval: true, membersMayInvite: true)
        try await it.open(it.make(by: it.bo), as: it.cy)
        try await it.scene.relate(it.bo, it.cy, .blocked)
        #expect(try await it.part(of: it.cy) == .lapsed)
        let asked = try await it.scene.ask(JoinContest(contest: it.contest), as: it.cy)
        #expect(asked.me?.state == .requested)
        let call = AdmitParticipant(contest: it.contest, user: it.cy)
        #expect(try await it.scene.ask(call, as: it.ana).state == .joined)
    }

    @Test func `who asked before scores were in percent says a target first`() async throws {
        let crew = try await Crew.form {
            $0.needsApproval = true
            $0.startsAt = $0.endsAt.map { $0 - .days(1) }
        }
        let scene = crew.scene
        try await crew.join(scene.bo)
        let percent = ChangeContest(contest: crew.id, score: .percent, target: Amount(whole: 9))
        _ = try await scene.ask(percent, as: scene.ana)
        let call = AdmitParticipant(contest: crew.id, user: scene.bo)
        #expect(await crew.refusal(of: call, as: scene.ana) == ["challenges.target_missing"])
        #expect(try await crew.state(of: scene.bo) == .requested)
        let target = SetTarget(contest: crew.id, target: Amount(whole: 5))
        _ = try await scene.ask(target, as: scene.bo)
        #expect(try await scene.ask(call, as: scene.ana).state == .joined)
    }

    @Test func `only the owner admits requesters`() async throws {
        let crew = try await Crew.form {
            $0.needsApproval = true
            $0.membersMayInvite = true
        }
        let scene = crew.scene
        try await crew.invite(scene.cy)
        try await crew.join(scene.bo, scene.cy)
        let call = AdmitParticipant(contest: crew.id, user: scene.bo)
        for user in [scene.bo, scene.cy] {
            #expect(await crew.refusal(of: call, as: user) == ["challenges.not_your_part"])
        }
        try await Crew.expectNotFound { crew in
            AdmitParticipant(contest: crew.id, user: crew.scene.cy)
        }
    }
}
