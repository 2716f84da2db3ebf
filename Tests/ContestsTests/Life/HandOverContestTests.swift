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

/// Who owns a contest (2.11-owner).
@Suite(.freshDatabase(Challenges.migrations))
struct HandOverContestTests {
    @Test func `somebody in it owns it, and is told`() async throws {
        let scene = Scene()
        let made = try await scene.compete(with: scene.bo, scene.cy)
        let call = HandOverContest(contest: made.id, to: scene.bo)
        let passed = try await scene.ask(call, as: scene.ana)
        #expect(passed.owner.id == scene.bo)
        #expect(passed.author.id == scene.ana)
        #expect(passed.version == made.version + 1)
        #expect(passed.isAttended)
        let told = try await scene.told(.ownershipPassed)
        #expect(told.map(\.people) == [[scene.bo]])
        #expect(told.map(\.actor) == [scene.ana])
        #expect(told.map(\.cause) == ["\(made.id)/\(scene.bo)/\(passed.version)"])
        let heads = try await scene.emitted(ContestChanged.self)
        #expect(heads.map(\.owner) == [scene.ana, scene.bo])
        // The first owner has no more rights than others.
        let rename = ChangeContest(contest: made.id, name: "Wine")
        #expect(await scene.refusals(of: rename) == ["challenges.not_your_part"])
        #expect(await scene.refusals(of: call) == ["challenges.not_your_part"])
        #expect(try await scene.ask(rename, as: scene.bo).name == "Wine")
        #expect(try await scene.contest(made.id, as: scene.cy).owner.id == scene.bo)
    }

    @Test func `to its owner it is handed already`() async throws {
        let scene = Scene()
        let made = try await scene.compete()
        let call = HandOverContest(contest: made.id, to: scene.ana)
        #expect(try await scene.ask(call, as: scene.ana) == made)
        #expect(try await scene.told(.ownershipPassed).isEmpty)
    }

    @Test func `who owns as many as a user may gets no other one`() async throws {
        let scene = Scene(rules: Rules(contests: ContestRules(contestsOwned: 1)))
        let made = try await scene.compete(with: scene.bo, scene.cy)
        let own = try await scene.compete(as: scene.bo)
        let call = HandOverContest(contest: made.id, to: scene.bo)
        #expect(await scene.refusals(of: call) == ["challenges.contests_too_many"])
        _ = try await scene.ask(CancelContest(contest: own.id), as: scene.bo)
        #expect(try await scene.ask(call, as: scene.ana).owner.id == scene.bo)
    }

    @Test func `who does not own it is refused without waiting for it`() async throws {
        let scene = Scene()
        let made = try await scene.compete(with: scene.bo)
        try await Database.fresh.transaction { tx in
            try tx.lock(made.id, .alone)
            _ = try await tx.contest(made.id)
            let refusals = [
                await scene.refusals(of: EndContest(contest: made.id), as: scene.bo),
                await scene.refusals(of: CancelContest(contest: made.id), as: scene.bo),
                await scene.refusals(of: DeleteContest(contest: made.id), as: scene.bo),
                await scene.refusals(
                    of: HandOverContest(contest: made.id, to: scene.bo),
                    as: scene.bo
                ),
            ]
            #expect(Set(refusals) == [["challenges.not_your_part"]])
        }
    }

    @Test func `non-participants, inactive and blocked users cannot become the owner`() async throws
    {
        let scene = Scene()
        let (invited, left, suspended, blocked) = (UserID(), UserID(), UserID(), UserID())
        let made = try await scene.compete(with: left, suspended, blocked)
        let invite = InviteToContest(contest: made.id, invitees: [invited])
        _ = try await scene.ask(invite, as: scene.ana)
        _ = try await scene.ask(LeaveContest(contest: made.id), as: left)
        try await scene.know(suspended, standing: .suspended, version: 3)
        try await scene.relate(scene.ana, blocked, .blocked, version: 5)
        for user in [UserID(), invited, left, suspended, blocked] {
            let call = HandOverContest(contest: made.id, to: user)
            #expect(await scene.refusals(of: call) == ["/to challenges.not_joined"])
        }
        #expect(try await scene.contest(made.id).owner.id == scene.ana)
        // As soon as that is over, they may.
        try await scene.know(suspended, version: 4)
        let call = HandOverContest(contest: made.id, to: suspended)
        #expect(try await scene.ask(call, as: scene.ana).owner.id == suspended)
    }

    @Test func `a draft, and what is over, is not handed over; what settles is`() async throws {
        let scene = Scene()
        let draft = try await scene.compete { $0.draft = true }
        let cancelled = try await scene.compete(with: scene.bo)
        _ = try await scene.ask(CancelContest(contest: cancelled.id), as: scene.ana)
        let made = try await scene.compete(with: scene.bo)
        for id in [draft.id, cancelled.id] {
            let call = HandOverContest(contest: id, to: scene.bo)
            #expect(await scene.refusals(of: call) == ["challenges.wrong_state"])
        }
        _ = try await scene.ask(EndContest(contest: made.id), as: scene.ana)
        let call = HandOverContest(contest: made.id, to: scene.bo)
        #expect(try await scene.ask(call, as: scene.ana).owner.id == scene.bo)
        scene.clock.advance(by: .hours(24))
        let back = HandOverContest(contest: made.id, to: scene.ana)
        #expect(await scene.refusals(of: back, as: scene.bo) == ["challenges.wrong_state"])
    }

    @Test func `a version that is no more is refused, and the key gets the same answer`()
        async throws
    {
        let scene = Scene()
        let made = try await scene.compete(with: scene.bo)
        let stale = HandOverContest(contest: made.id, to: scene.bo, ifVersion: 7)
        let fault = await scene.fault(stale, as: scene.ana)
        #expect(fault?.code == "challenges.version_stale")
        #expect(fault?.contest == made)
        let call = HandOverContest(contest: made.id, to: scene.bo, ifVersion: made.version)
        let passed = try await scene.ask(call, as: scene.ana, key: "k")
        #expect(try await scene.ask(call, as: scene.ana, key: "k") == passed)
        #expect(try await scene.told(.ownershipPassed).count == 1)
    }

    @Test func `a new owner is told of those who ask to join, and the old one no more`()
        async throws
    {
        let scene = Scene()
        let asker = UserID()
        let made = try await scene.compete(with: scene.bo)
        let change = ChangeContest(contest: made.id, needsApproval: true)
        _ = try await scene.ask(change, as: scene.ana)
        _ = try await scene.ask(JoinContest(contest: made.id), as: asker)
        #expect(try await scene.told(.joinRequested).map(\.people) == [[scene.ana]])
        let call = HandOverContest(contest: made.id, to: scene.bo)
        _ = try await scene.ask(call, as: scene.ana)
        let told = try await scene.told(.joinRequested)
        #expect(told.map(\.people) == [[scene.ana], [scene.bo]])
        #expect(told.map(\.actor) == [asker, asker])
        #expect(Set(told.map(\.cause)).count == 1)
        let settled = try await scene.emitted(NoticesSettled.self)
        let gone = settled.filter { $0.kinds == [.joinRequested] }
        #expect(gone.map(\.people) == [[scene.ana]])
        #expect(gone.map(\.outcome) == [.gone])
    }

    @Test func `a repeated owner is notified again, and of the join requests too`()
        async throws
    {
        let scene = Scene()
        let made = try await scene.compete(with: scene.bo)
        let change = ChangeContest(contest: made.id, needsApproval: true)
        _ = try await scene.ask(change, as: scene.ana)
        _ = try await scene.ask(JoinContest(contest: made.id), as: UserID())
        var (owner, next) = (scene.ana, scene.bo)
        for _ in 0..<4 {
            _ = try await scene.ask(HandOverContest(contest: made.id, to: next), as: owner)
            (owner, next) = (next, owner)
        }
        let told = try await scene.told(.ownershipPassed)
        #expect(told.map(\.people) == [[scene.bo], [scene.ana], [scene.bo], [scene.ana]])
        // The inbox keeps one notice of a kind and a cause.
        #expect(Set(told.map(\.cause)).count == 4)
        // The wishes have one cause, and whoever hands the contest over has theirs deleted first.
        let people = try await scene.told(.joinRequested).map(\.people)
        #expect(people == [[scene.ana], [scene.bo], [scene.ana], [scene.bo], [scene.ana]])
        let settled = try await scene.emitted(NoticesSettled.self).filter {
            $0.kinds == [.joinRequested]
        }
        #expect(settled.map(\.people) == [[scene.ana], [scene.bo], [scene.ana], [scene.bo]])
        #expect(settled.allSatisfy { $0.outcome == .gone && $0.cause == nil })
    }

    @Test func `of many who ask to join a new owner is told of the last hundred`() async throws {
        let scene = Scene()
        let made = try await scene.compete(with: scene.bo)
        let contest = try #require(try await scene.database.contest(made.id))
        let askers = (0...Contests.requestsTold).map { _ in UserID() }
        let requests = askers.enumerated().map { number, user in
            var request = ParticipantRecord.seen(user, .requested, of: contest)
            request.requestedAt = .seen + .seconds(number)
            return request
        }
        try await scene.database.store(participants: requests)
        _ = try await scene.ask(HandOverContest(contest: made.id, to: scene.bo), as: scene.ana)
        let told = try await scene.told(.joinRequested)
        #expect(told.map(\.actor) == askers.dropFirst().map { $0 })
        #expect(told.allSatisfy { $0.people == [scene.bo] })
    }

    // An owner who leaves (2.11-leave).

    @Test func `an owner leaves a contest of three, then one of two, then one of one`()
        async throws
    {
        let scene = Scene()
        let made = try await scene.compete(with: scene.bo, scene.cy)
        let leave = LeaveContest(contest: made.id)
        _ = try await scene.ask(leave, as: scene.ana)
        let second = try await scene.contest(made.id, as: scene.cy)
        #expect(second.owner.id == scene.bo)
        #expect(second.state == .active)
        #expect(try await scene.names(toldOf: .ownershipPassed) == ["Bo"])
        #expect(try await scene.told(.ownershipPassed).map(\.actor) == [nil])
        _ = try await scene.ask(leave, as: scene.bo)
        #expect(try await scene.contest(made.id, as: scene.cy).owner.id == scene.cy)
        let invite = InviteToContest(contest: made.id, invitees: [UserID()])
        _ = try await scene.ask(invite, as: scene.cy)
        let last = try await scene.ask(leave, as: scene.cy)
        #expect(last.state == .cancelled)
        #expect(last.owner.id == scene.cy)
        // There was only someone who had not answered the invitation: it is taken back.
        #expect(try await scene.told(.contestCancelled).isEmpty)
        #expect(try await scene.settled().contains("contestInvited gone"))
        let headlines: [ContestChanged.State] = [.active, .active, .active, .cancelled]
        #expect(try await scene.headlines(of: made.id) == headlines)
        #expect(try await scene.dueTimes().isEmpty)
    }

    @Test func `an inactive participant becomes the owner only if no other is left`() async throws {
        let scene = Scene()
        let made = try await scene.compete(with: scene.bo, scene.cy)
        try await scene.know(scene.bo, standing: .suspended, version: 3)
        _ = try await scene.ask(LeaveContest(contest: made.id), as: scene.ana)
        #expect(try await scene.names(toldOf: .ownershipPassed) == ["Cy"])
        _ = try await scene.ask(LeaveContest(contest: made.id), as: scene.cy)
        #expect(try await scene.names(toldOf: .ownershipPassed) == ["Bo", "Cy"])
    }

    @Test func `an owner who leaves while it settles passes it on, or keeps it`() async throws {
        let scene = Scene()
        let made = try await scene.compete(with: scene.bo)
        _ = try await scene.ask(EndContest(contest: made.id), as: scene.ana)
        _ = try await scene.ask(LeaveContest(contest: made.id), as: scene.ana)
        #expect(try await scene.contest(made.id, as: scene.bo).owner.id == scene.bo)
        let left = try await scene.ask(LeaveContest(contest: made.id), as: scene.bo)
        #expect(left.state == .settling)
        #expect(left.owner.id == scene.bo)
        scene.clock.advance(by: .hours(24))
        #expect(try await scene.fireDue() == 1)
        #expect(try await scene.contest(made.id, as: scene.bo).state == .completed)
    }

    @Test func `of 10 who leave at once the last takes the contest along`() async throws {
        let scene = Scene()
        let players = (0..<9).map { _ in UserID() }
        let made = try await scene.compete { $0.visibility = .public }
        for player in players {
            _ = try await scene.ask(JoinContest(contest: made.id), as: player)
        }
        let calls = (players + [scene.ana]).map { ($0, LeaveContest(contest: made.id)) }
        #expect(await scene.faults(calls) == [])
        let after = try #require(try await scene.database.contest(made.id))
        #expect(after.life.state == .cancelled)
        #expect(try await scene.headlines(of: made.id).count { $0 == .cancelled } == 1)
        #expect(try await scene.headlines(of: made.id).last == .cancelled)
    }
}
