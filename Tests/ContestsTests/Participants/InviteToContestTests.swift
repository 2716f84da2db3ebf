import ChallengesAPI
import ChallengesTestKit
import Identifiers
import IdentityAPI
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

/// Invitations to contests (FR-07, FR-36, 2.3-ways-in).
@Suite(.freshDatabase(Challenges.migrations))
struct InviteToContestTests {
    @Test func `friends are invited, in the order of the call, and told`() async throws {
        let crew = try await Crew.form { $0.visibility = .private }
        let (scene, now) = (crew.scene, crew.scene.clock.now)
        let invited = try await crew.invite(scene.cy, scene.bo)
        #expect(invited.map(\.user.id) == [scene.cy, scene.bo])
        #expect(invited.map(\.state) == [.invited, .invited])
        #expect(invited.map(\.invitedBy) == [scene.ana, scene.ana])
        #expect(invited.map(\.invitedAt) == [now, now])
        #expect(invited[1].user == FakeIdentity.card(scene.bo).person)
        for user in [scene.bo, scene.cy] {
            let row = try await crew.row(of: user)
            #expect(row?.state == .invited)
            #expect(row?.invitedBy == scene.ana)
            #expect(row?.isByCode == false)
            #expect(row?.joinedAt == nil)
            #expect(try await crew.seen(by: user).me?.state == .invited)
        }
        let told = try await crew.told(.contestInvited)
        #expect(told.map(\.people) == [[scene.bo, scene.cy].sorted()])
        #expect(told.first?.actor == scene.ana)
        #expect(told.first?.name == "Around the lake")
        #expect(told.first?.subject == Notice.Subject(contest: crew.id))
        #expect(told.first?.cause == "\(crew.id)/\(now.microseconds)")
        #expect(told.count == 1)
        #expect(told.first?.expiresAt == nil, "the end may still be moved; it settles what is open")
        // Invitations hold no place, and scoring hears nothing of them.
        #expect(try await crew.counts() == [1, 1])
        #expect(try await crew.scores(of: scene.bo).isEmpty)
    }

    @Test func `who is in it, or invited, stays so, and so does its owner`() async throws {
        let crew = try await Crew.form {
            $0.membersMayInvite = true
            $0.authorPlays = false
        }
        let scene = crew.scene
        try await crew.join(scene.cy)
        try await crew.invite(scene.bo)
        let before = try await [crew.row(of: scene.bo), crew.row(of: scene.cy)]
        scene.clock.advance(by: .hours(1))
        let again = try await crew.invite(scene.bo, scene.ana, by: scene.cy)
        #expect(again.map(\.user.id) == [scene.bo])
        #expect(again.map(\.state) == [.invited])
        let members = try await crew.invite(scene.cy)
        #expect(members.map(\.state) == [.joined])
        #expect(try await [crew.row(of: scene.bo), crew.row(of: scene.cy)] == before)
        #expect(try await crew.row(of: scene.ana) == nil)
        #expect(try await crew.told(.contestInvited).count == 1)
    }

    @Test func `who declined, left, was refused or lost the invitation is invited again`()
        async throws
    {
        let crew = try await Crew.form { $0.needsApproval = true }
        let scene = crew.scene
        let (declined, lost) = (try await crew.someone(), try await crew.someone())
        let (left, refused) = (try await crew.someone(), try await crew.someone())
        try await crew.invite(declined, left, lost)
        _ = try await scene.ask(DeclineContest(contest: crew.id), as: declined)
        try await crew.join(left)
        try await crew.leave(left)
        try await crew.remove(lost)
        try await crew.join(refused)
        _ = try await scene.ask(RefuseParticipant(contest: crew.id, user: refused), as: scene.ana)
        scene.clock.advance(by: .hours(1))
        let people = [declined, left, lost, refused]
        let invited = try await crew.invite(declined, left, lost, refused)
        #expect(invited.map(\.state) == Array(repeating: .invited, count: 4))
        let causes = try await crew.told(.contestInvited).map(\.cause)
        #expect(causes.count == 2)
        #expect(Set(causes).count == 2, "each invitation is a notice of its own")
        for user in people { try await crew.join(user) }
        for user in people { #expect(try await crew.state(of: user) == .joined) }
    }

    @Test func `a requester who is invited is admitted, and the request is resolved`()
        async throws
    {
        let crew = try await Crew.form { $0.needsApproval = true }
        let scene = crew.scene
        try await crew.join(scene.bo)
        let request = try #require(try await crew.told(.joinRequested).first)
        try await crew.invite(scene.bo)
        let settled = try await crew.settled(.joinRequested)
        #expect(settled.map(\.outcome) == [.acted])
        #expect(settled.first?.cause == request.cause)
        try await crew.join(scene.bo)
        #expect(try await crew.state(of: scene.bo) == .joined)
    }

    @Test func `all problems with invitees are reported at once`() async throws {
        let crew = try await Crew.form()
        let scene = crew.scene
        let call = InviteToContest(
            contest: crew.id,
            invitees: [scene.bo, scene.ana, scene.bo, scene.cy]
        )
        #expect(
            await crew.refusal(of: call, as: scene.ana) == [
                "challenges.invitee_is_oneself", "/invitees/1 challenges.invitee_is_oneself",
                "/invitees/2 challenges.invitee_repeated",
            ]
        )
        scene.identity.set(.notFriend, of: scene.bo)
        scene.identity.set(.notAccepting, of: scene.cy)
        let unknown = UserID()
        scene.identity.set(.unknown, of: unknown)
        let friend = UserID()
        let others = InviteToContest(
            contest: crew.id,
            invitees: [scene.bo, friend, scene.cy, unknown]
        )
        #expect(
            await crew.refusal(of: others, as: scene.ana) == [
                "challenges.not_friends", "/invitees/0 challenges.not_friends",
                "/invitees/2 challenges.not_accepting", "/invitees/3 challenges.not_friends",
            ]
        )
        #expect(try await crew.row(of: friend) == nil)
    }

    @Test func `one to a hundred people are invited`() async throws {
        for count in [0, 1, 100, 101] {
            let crew = try await Crew.form()
            let call = InviteToContest(
                contest: crew.id,
                invitees: (0..<count).map { _ in UserID() }
            )
            let refusal = await crew.refusal(of: call, as: crew.scene.ana)
            let tooMany = "challenges.invitees_invalid"
            let isTaken = (1...100).contains(count)
            #expect(refusal == (isTaken ? [] : [tooMany, "/invitees \(tooMany)"]))
            let rows = try await crew.scene.database.participants(of: crew.id, in: [.invited])
            #expect(rows.count == (refusal.isEmpty ? count : 0))
        }
    }

    @Test func `who was unfriended since identity answered is no friend`() async throws {
        let crew = try await Crew.form()
        let scene = crew.scene
        try await scene.relate(scene.ana, scene.bo, .none, version: 2)
        let call = InviteToContest(contest: crew.id, invitees: [scene.cy, scene.bo])
        let stranger = ["challenges.not_friends", "/invitees/1 challenges.not_friends"]
        #expect(await crew.refusal(of: call, as: scene.ana) == stranger)
        #expect(try await crew.row(of: scene.cy) == nil)
        scene.identity.setRelationVersion(2)
        #expect(await crew.refusal(of: call, as: scene.ana) == [])
    }

    @Test func `nobody invites who is blocked with the owner, or was removed by them`()
        async throws
    {
        let crew = try await Crew.form { $0.membersMayInvite = true }
        let scene = crew.scene
        let (member, removed) = (try await crew.someone(), try await crew.someone())
        try await crew.join(member, removed)
        try await crew.remove(removed)
        try await scene.relate(scene.ana, scene.bo, .blocked)
        let call = InviteToContest(contest: crew.id, invitees: [scene.cy, removed, scene.bo])
        #expect(
            await crew.refusal(of: call, as: member) == [
                "challenges.invitee_removed", "/invitees/1 challenges.invitee_removed",
                "/invitees/2 challenges.not_friends",
            ]
        )
        #expect(try await crew.row(of: scene.cy) == nil)
        #expect(try await crew.state(of: removed) == .removed)
        // The owner's own block counts as any other.
        let own = InviteToContest(contest: crew.id, invitees: [scene.bo])
        let stranger = ["challenges.not_friends", "/invitees/0 challenges.not_friends"]
        #expect(await crew.refusal(of: own, as: scene.ana) == stranger)
    }

    @Test func `members invite only where the contest says so, and others never`() async throws {
        for may in [false, true] {
            let crew = try await Crew.form { $0.membersMayInvite = may }
            let scene = crew.scene
            let (member, invitee) = (try await crew.someone(), try await crew.someone())
            let left = try await crew.someone()
            try await crew.join(member, left)
            try await crew.leave(left)
            try await crew.invite(invitee)
            let call = InviteToContest(contest: crew.id, invitees: [scene.bo])
            let asked = scene.identity.asked
            for user in [invitee, left, scene.cy] {
                #expect(await crew.refusal(of: call, as: user) == ["challenges.may_not_invite"])
            }
            let refusal = await crew.refusal(of: call, as: member)
            #expect(refusal == (may ? [] : ["challenges.may_not_invite"]))
            // Identity is asked about nobody whom one may not invite.
            #expect(scene.identity.asked == asked + (may ? 1 : 0))
            #expect(try await crew.row(of: scene.bo)?.invitedBy == (may ? member : nil))
        }
    }

    @Test func `invitations to what one cannot see are answered as if it were not there`()
        async throws
    {
        try await Crew.expectNotFound { crew in
            InviteToContest(contest: crew.id, invitees: [crew.scene.cy])
        }
    }

    @Test func `nobody is invited to a draft, nor once nobody may join`() async throws {
        let draft = try await Crew.form { $0.draft = true }
        let call = { (crew: Crew) in
            InviteToContest(contest: crew.id, invitees: [crew.scene.bo])
        }
        let ana = draft.scene.ana
        #expect(await draft.refusal(of: call(draft), as: ana) == ["challenges.wrong_state"])
        let late = try await Crew.form {
            $0.locksLate = true
            $0.startsAt = $0.endsAt.map { $0 - .days(1) }
        }
        #expect(await late.refusal(of: call(late), as: late.scene.ana) == [])
        late.scene.clock.advance(by: .days(6))
        let other = InviteToContest(contest: late.id, invitees: [late.scene.cy])
        #expect(await late.refusal(of: other, as: late.scene.ana) == ["challenges.too_late"])
        late.scene.clock.advance(by: .days(1))
        #expect(await late.refusal(of: other, as: late.scene.ana) == ["challenges.contest_over"])
    }

    @Test func `a repetition gets the same reply, whatever became of the friendship`()
        async throws
    {
        let crew = try await Crew.form()
        let scene = crew.scene
        let call = InviteToContest(contest: crew.id, invitees: [scene.bo])
        let reply = try await scene.ask(call, as: scene.ana, key: "k")
        scene.identity.set(.notFriend, of: scene.bo)
        scene.clock.advance(by: .days(8))
        #expect(try await scene.ask(call, as: scene.ana, key: "k") == reply)
        #expect(try await crew.told(.contestInvited).count == 1)
    }
}
