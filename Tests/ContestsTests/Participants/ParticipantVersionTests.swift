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
    /// Refuses other versions with the contest as Bo sees it, and leaves Bo's row as it is.
    ///
    /// - Returns: The right version.
    private func version<C: Call>(
        of crew: Crew,
        _ call: (Int64) -> C
    ) async throws -> Int64 {
        let scene = crew.scene
        let shown = try await scene.ask(GetContest(contest: crew.id), as: scene.bo)
        let row = try await crew.row(of: scene.bo)
        let events = try await crew.eventCount()
        for version in [shown.version + 1, shown.version - 1, -1] {
            let fault = await scene.fault(call(version), as: scene.bo)
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

    @Test func `what one no longer sees has no version, and one's wish to join stays`()
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
