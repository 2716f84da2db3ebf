import ChallengesAPI
import ChallengesTestKit
import Identifiers
import IdentityAPI
import RPC
import ScoringAPI
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import Contests

/// Publishing a draft (2.3-states).
@Suite(.freshDatabase(Challenges.migrations))
struct PublishContestTests {
    /// A draft of Ana's that lacks nothing.
    private func draft(
        _ scene: Scene,
        _ change: (inout CreateContest) -> Void = { _ in }
    ) async throws -> ChallengeID {
        try await scene.compete { call in
            call.draft = true
            change(&call)
        }.id
    }

    @Test func `it begins now, or at its start`() async throws {
        let scene = Scene()
        let start = scene.clock.now + .days(1)
        let now = try await draft(scene)
        let later = try await draft(scene) { $0.startsAt = start }
        scene.clock.advance(by: .hours(1))
        let active = try await scene.ask(PublishContest(contest: now), as: scene.ana)
        #expect(active.state == .active)
        #expect(active.startsAt == scene.clock.now)
        #expect(active.version == 2)
        #expect(active.joined == 1)
        let scheduled = try await scene.ask(PublishContest(contest: later), as: scene.ana)
        #expect(scheduled.state == .scheduled)
        #expect(scheduled.startsAt == start)
        #expect(try await scene.headlines(of: now) == [.active])
        #expect(try await scene.headlines(of: later) == [.scheduled])
        let heads = try await scene.emitted(ContestChanged.self)
        #expect(heads.map(\.version) == [2, 2])
    }

    @Test func `a start that has passed today counts`() async throws {
        let scene = Scene()
        let start = scene.clock.now + .hours(1)
        let id = try await draft(scene) { $0.startsAt = start }
        scene.clock.advance(by: .minutes(90))
        let active = try await scene.ask(PublishContest(contest: id), as: scene.ana)
        #expect(active.state == .active)
        #expect(active.startsAt == start)
    }

    @Test func `its invitees are checked again, and who cannot be invited is left out`()
        async throws
    {
        let scene = Scene()
        let (di, ed) = (UserID(), UserID())
        let id = try await draft(scene) { $0.invitees = [scene.bo, scene.cy, di, ed] }
        #expect(try await scene.newsCount() == 0)
        scene.identity.set(.notFriend, of: scene.cy)
        scene.identity.set(.notAccepting, of: di)
        // Identity has not heard of it yet.
        try await scene.relate(scene.ana, ed, .blocked, version: 5)
        let made = try await scene.ask(PublishContest(contest: id), as: scene.ana)
        #expect(made.state == .active)
        #expect(try await scene.told(.contestInvited).map(\.people) == [[scene.bo]])
        for user in [scene.cy, di, ed] {
            let fault = await scene.fault(GetContest(contest: id), as: user)
            #expect(fault == ChallengesError.contestNotFound.fault)
        }
    }

    @Test func `publishing it again gets the same answer`() async throws {
        let scene = Scene()
        let id = try await draft(scene) { $0.invitees = [scene.bo] }
        let call = PublishContest(contest: id)
        let made = try await scene.ask(call, as: scene.ana)
        #expect(try await scene.ask(call, as: scene.ana) == made)
        #expect(try await scene.told(.contestInvited).count == 1)
        #expect(try await scene.headlines(of: id) == [.active])
        let stale = PublishContest(contest: id, ifVersion: 1)
        let fault = await scene.fault(stale, as: scene.ana)
        #expect(fault?.code == "challenges.version_stale")
        #expect(fault?.contest == made)
        _ = try await scene.ask(EndContest(contest: id), as: scene.ana)
        #expect(try await scene.ask(call, as: scene.ana).state == .settling)
    }

    @Test func `what was cancelled is not published again`() async throws {
        let scene = Scene()
        let id = try await scene.compete().id
        _ = try await scene.ask(CancelContest(contest: id), as: scene.ana)
        let fault = await scene.fault(PublishContest(contest: id), as: scene.ana)
        #expect(fault?.code == "challenges.wrong_state")
        #expect(fault?.contest?.state == .cancelled)
    }

    @Test func `a draft that lacks something is refused, at the fields of the contest`()
        async throws
    {
        let scene = Scene()
        let id = try await draft(scene) { call in
            (call.unit, call.endsAt, call.score) = (nil, nil, .percent)
        }
        let call = PublishContest(contest: id)
        #expect(
            await scene.refusals(of: call) == [
                "/endsAt challenges.end_missing", "/unit challenges.unit_missing",
                "/target challenges.target_missing",
            ]
        )
        #expect(try await scene.contest(id).state == .draft)
        let change = ChangeContest(
            contest: id,
            unit: "litres",
            endsAt: scene.clock.now + .days(1),
            target: Amount("5")
        )
        _ = try await scene.ask(change, as: scene.ana)
        let made = try await scene.ask(call, as: scene.ana)
        #expect(made.state == .active)
        #expect(made.me?.target == Amount("5"))
    }

    @Test func `a draft whose times have passed is refused until they are changed`()
        async throws
    {
        let scene = Scene()
        let now = scene.clock.now
        let id = try await draft(scene) { $0.startsAt = now + .hours(1) }
        scene.clock.advance(by: .days(8))
        let call = PublishContest(contest: id)
        #expect(
            await scene.refusals(of: call) == [
                "/startsAt challenges.start_invalid", "/endsAt challenges.end_invalid",
            ]
        )
        let change = ChangeContest(
            contest: id,
            startsAt: now + .days(9),
            endsAt: now + .days(10)
        )
        _ = try await scene.ask(change, as: scene.ana)
        #expect(try await scene.ask(call, as: scene.ana).state == .scheduled)
    }

    @Test func `an author who is in as many contests as they may be publishes none`()
        async throws
    {
        let scene = Scene(rules: Rules(contests: ContestRules(contestsJoined: 1)))
        let id = try await draft(scene) { $0.invitees = [scene.bo] }
        _ = try await scene.compete()
        let call = PublishContest(contest: id)
        #expect(await scene.refusals(of: call) == ["challenges.contests_too_many"])
        #expect(try await scene.contest(id).state == .draft)
        #expect(try await scene.told(.contestInvited).isEmpty)
        #expect(try await scene.headlines(of: id).isEmpty)
    }

    @Test func `whatever follows from it counts from one moment`() async throws {
        let scene = Scene()
        let id = try await draft(scene)
        // A clock that nobody reads twice at the same time.
        let challenges = Challenges(
            database: scene.database,
            identity: scene.identity.switchboard.asked(by: .challenges),
            media: scene.media.switchboard.asked(by: .challenges),
            scoring: scene.scoring.switchboard.asked(by: .challenges),
            now: {
                scene.clock.advance(by: .microseconds(1))
                return scene.clock.now
            }
        )
        let context = CallContext(user: scene.ana)
        let call = PublishContest(contest: id)
        let seen = try await challenges.switchboard.call(call, in: context)
        let author = try await scene.database.participant(scene.ana, of: id)
        #expect(try await scene.database.contest(id)?.life.publishedAt == seen.startsAt)
        #expect(author?.joinedAt == seen.startsAt)
    }

    @Test func `other users do not see a draft`() async throws {
        let scene = Scene()
        let id = try await draft(scene) { $0.visibility = .public }
        for call in Scene.moves(of: id, to: scene.cy) {
            let fault = await scene.fault(call, as: scene.bo)
            #expect(fault == ChallengesError.contestNotFound.fault)
        }
    }

    @Test func `of concurrent calls one publishes it`() async throws {
        let scene = Scene()
        let id = try await draft(scene) { $0.invitees = [scene.bo, scene.cy] }
        let call = PublishContest(contest: id)
        #expect(await scene.faults((0..<10).map { _ in (scene.ana, call) }) == [])
        #expect(try await scene.contest(id).version == 2)
        #expect(try await scene.contest(id).joined == 1)
        #expect(try await scene.headlines(of: id) == [.active])
        #expect(try await scene.told(.contestInvited).count == 1)
    }

    @Test func `a repeated key gets the same answer, whatever identity says since`() async throws {
        let scene = Scene()
        let id = try await draft(scene) { $0.invitees = [scene.bo] }
        let call = PublishContest(contest: id)
        let made = try await scene.ask(call, as: scene.ana, key: "k")
        scene.identity.set(.unknown, of: scene.ana)
        _ = try await scene.ask(CancelContest(contest: id), as: scene.ana)
        #expect(try await scene.ask(call, as: scene.ana, key: "k") == made)
    }
}
