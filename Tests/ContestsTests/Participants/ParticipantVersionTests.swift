import ChallengesAPI
import ChallengesTestKit
import Identifiers
import IdentityAPI
import Postgres
import RPC
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import Contests

/// What people do in a contest of which they say which version they saw.
@Suite(.freshDatabase(Challenges.migrations))
struct ParticipantVersionTests {
    /// Refuses other versions with the contest as who asks sees it, which is Bo unless it is
    /// somebody else, and leaves Bo's row as it is.
    ///
    /// - Returns: The right version.
    private func version<C: Call>(
        of crew: Crew,
        as asker: UserID? = nil,
        _ call: (Int64) -> C
    ) async throws -> Int64 {
        let scene = crew.scene
        let asker = asker ?? scene.bo
        let shown = try await crew.seen(by: asker)
        let row = try await crew.row(of: scene.bo)
        let events = try await crew.eventCount()
        for version in [shown.version + 1, shown.version - 1, -1] {
            let fault = await scene.fault(call(version), as: asker)
            #expect(fault?.code == "challenges.version_stale")
            let current = try #require(fault?.current)
            #expect(try WireDecoder().decode(Contest.self, from: current) == shown)
        }
        #expect(try await crew.row(of: scene.bo) == row)
        #expect(try await crew.eventCount() == events)
        return shown.version
    }

    @Test func `joining and leaving take a version`() async throws {
        let crew = try await Crew.form()
        let scene = crew.scene
        let seen = try await version(of: crew) { JoinContest(contest: crew.id, ifVersion: $0) }
        let join = JoinContest(contest: crew.id, ifVersion: seen)
        let joined = try await scene.ask(join, as: scene.bo)
        #expect(joined.me?.state == .joined)
        let later = try await version(of: crew) { LeaveContest(contest: crew.id, ifVersion: $0) }
        let leave = LeaveContest(contest: crew.id, ifVersion: later)
        let left = try await scene.ask(leave, as: scene.bo)
        #expect(left.me?.state == .left)
    }

    @Test func `declining takes a version`() async throws {
        let crew = try await Crew.form()
        let scene = crew.scene
        try await crew.invite(scene.bo)
        let seen = try await version(of: crew) { DeclineContest(contest: crew.id, ifVersion: $0) }
        let decline = DeclineContest(contest: crew.id, ifVersion: seen)
        let declined = try await scene.ask(decline, as: scene.bo)
        #expect(declined.me?.state == .declined)
    }

    @Test func `a target takes a version`() async throws {
        let crew = try await Crew.form {
            $0.startsAt = $0.endsAt.map { $0 - .days(6) }
            $0.score = .percent
            $0.target = Amount(whole: 10)
        }
        let scene = crew.scene
        try await crew.join(scene.bo, target: Amount(whole: 20))
        let target = Amount(whole: 30)
        let seen = try await version(of: crew) {
            SetTarget(contest: crew.id, target: target, ifVersion: $0)
        }
        let set = SetTarget(contest: crew.id, target: target, ifVersion: seen)
        let shown = try await scene.ask(set, as: scene.bo)
        #expect(shown.me?.target == target)
    }

    @Test func `inviting takes a version, and a repetition gets its reply whatever it is by then`()
        async throws
    {
        let crew = try await Crew.form()
        let scene = crew.scene
        func call(_ version: Int64) -> InviteToContest {
            InviteToContest(contest: crew.id, invitees: [scene.bo], ifVersion: version)
        }
        let seen = try await version(of: crew, as: scene.ana, call)
        let invited = try await scene.ask(call(seen), as: scene.ana, key: "k")
        #expect(invited.participants.map(\.state) == [.invited])
        _ = try await scene.ask(ChangeContest(contest: crew.id, name: "Twice"), as: scene.ana)
        #expect(try await scene.ask(call(seen), as: scene.ana, key: "k") == invited)
        let stale = await scene.fault(call(seen), as: scene.ana)
        #expect(stale?.code == "challenges.version_stale")
    }

    @Test func `the owner's moves with people take a version`() async throws {
        let crew = try await Crew.form { $0.needsApproval = true }
        let (scene, id) = (crew.scene, crew.id)
        let (ana, bo) = (scene.ana, scene.bo)
        try await crew.join(bo)
        #expect(try await crew.state(of: bo) == .requested)
        let admitted = try await version(of: crew, as: ana) {
            AdmitParticipant(contest: id, user: bo, ifVersion: $0)
        }
        let refused = try await version(of: crew, as: ana) {
            RefuseParticipant(contest: id, user: bo, ifVersion: $0)
        }
        let admit = AdmitParticipant(contest: id, user: bo, ifVersion: admitted)
        #expect(try await scene.ask(admit, as: ana).state == .joined)
        let removed = try await version(of: crew, as: ana) {
            RemoveParticipant(contest: id, user: bo, ifVersion: $0)
        }
        let remove = RemoveParticipant(contest: id, user: bo, ifVersion: removed)
        #expect(try await scene.ask(remove, as: ana).state == .removed)
        try await crew.join(scene.cy)
        let refuse = RefuseParticipant(contest: id, user: scene.cy, ifVersion: refused)
        #expect(try await scene.ask(refuse, as: ana).state == .refused)
    }

    @Test func `who does not own the contest hears of that, whatever version they name`()
        async throws
    {
        let crew = try await Crew.form()
        let scene = crew.scene
        try await crew.join(scene.bo)
        let remove = RemoveParticipant(contest: crew.id, user: scene.ana, ifVersion: -1)
        #expect(await scene.fault(remove, as: scene.bo) == ChallengesError.notYourPart.fault)
        let invite = InviteToContest(contest: crew.id, invitees: [scene.cy], ifVersion: -1)
        #expect(await scene.fault(invite, as: scene.bo) == ChallengesError.mayNotInvite.fault)
    }

    @Test func `an invisible contest has no version, and the join request stays`()
        async throws
    {
        let scene = Scene()
        let contest = try await scene.storeContest()
        try await scene.storePart(scene.bo, .requested, in: contest)
        try await scene.storeRelation(.blocked, scene.ana, scene.bo, version: 9)
        let leave = LeaveContest(contest: contest.id, ifVersion: contest.life.version)
        let fault = await scene.fault(leave, as: scene.bo)
        #expect(fault == ChallengesError.versionStale.fault)
        let row = try await scene.database.participant(scene.bo, of: contest.id)
        #expect(row?.state == .requested)
    }
}
