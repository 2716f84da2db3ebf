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
@testable import Dares
@testable import Definitions

/// How people go out of contests by themselves (2.11-leave).
@Suite(.freshDatabase(Challenges.migrations))
struct LeaveContestTests {
    @Test func `who leaves is in no ranking, frees a place and tells nobody`() async throws {
        let crew = try await Crew.form()
        let scene = crew.scene
        try await crew.join(scene.bo)
        try await crew.log(4, by: scene.bo)
        let told = try await scene.newsCount()
        scene.clock.advance(by: .hours(1))
        let seen = try await scene.ask(LeaveContest(contest: crew.id), as: scene.bo)
        #expect(!seen.isAttended)
        #expect(seen.me?.state == .left)
        #expect(seen.joined == 1)
        #expect(try await crew.counts() == [1, 2])
        let row = try #require(try await crew.row(of: scene.bo))
        #expect(row.endedAt == scene.clock.now)
        #expect(row.value == Amount(whole: 4), "what they logged stays theirs")
        let last = try #require(try await crew.scores(of: scene.bo).last)
        #expect(last.state == .left)
        #expect(last.version == row.version)
        #expect(try await scene.newsCount() == told)
        // Leaving twice changes nothing.
        let events = try await crew.eventCount()
        scene.clock.advance(by: .hours(1))
        try await crew.leave(scene.bo)
        #expect(try await crew.row(of: scene.bo) == row)
        #expect(try await crew.counts() == [1, 2])
        #expect(try await crew.eventCount() == events)
    }

    @Test func `who leaves a cancelled contest is in it for scoring no longer`() async throws {
        let crew = try await Crew.form()
        let scene = crew.scene
        try await crew.join(scene.bo)
        _ = try await scene.ask(CancelContest(contest: crew.id), as: scene.ana)
        try await crew.leave(scene.bo)
        #expect(try await crew.scores(of: scene.bo).map(\.state) == [.joined, .left])
    }

    @Test func `the wish to join is taken back`() async throws {
        let crew = try await Crew.form { $0.needsApproval = true }
        let scene = crew.scene
        try await crew.join(scene.bo, scene.cy)
        let request = try #require(try await crew.told(.joinRequested).first)
        #expect(request.actor == scene.bo)
        let seen = try await scene.ask(LeaveContest(contest: crew.id), as: scene.bo)
        #expect(seen.me?.state == .declined)
        // Only this wish, and not that of others.
        let settled = try await crew.settled(.joinRequested)
        #expect(settled.map(\.outcome) == [.gone])
        #expect(settled.map(\.cause) == [request.cause])
        #expect(try await crew.state(of: scene.cy) == .requested)
        #expect(try await crew.counts() == [1, 1])
        // It may be made again.
        scene.clock.advance(by: .hours(1))
        try await crew.join(scene.bo)
        #expect(try await crew.state(of: scene.bo) == .requested)
        #expect(try await Set(crew.told(.joinRequested).map(\.cause)).count == 3)
    }

    @Test func `a non-participant cannot leave`() async throws {
        let crew = try await Crew.form()
        let scene = crew.scene
        let removed = try await crew.someone()
        try await crew.join(removed)
        try await crew.remove(removed)
        try await crew.invite(scene.bo)
        for user in [scene.bo, scene.cy, removed] {
            let refusal = await crew.refusal(of: LeaveContest(contest: crew.id), as: user)
            #expect(refusal == ["challenges.not_in_contest"])
        }
        #expect(try await crew.state(of: scene.bo) == .invited)
        let draft = try await Crew.form { $0.draft = true }
        let refusal = await draft.refusal(of: LeaveContest(contest: draft.id), as: draft.scene.ana)
        #expect(refusal == ["challenges.wrong_state"])
    }

    @Test func `what one cannot see is not left`() async throws {
        try await Crew.expectNotFound { LeaveContest(contest: $0.id) }
    }

    @Test func `a contest passes to its longest-standing participant, and in the end is cancelled`()
        async throws
    {
        let crew = try await Crew.form()
        let scene = crew.scene
        scene.clock.advance(by: .hours(1))
        try await crew.join(scene.cy)
        scene.clock.advance(by: .hours(1))
        try await crew.join(scene.bo)
        let seen = try await scene.ask(LeaveContest(contest: crew.id), as: scene.ana)
        #expect(seen.owner.id == scene.cy)
        #expect(seen.author.id == scene.ana)
        #expect(seen.me?.state == .left)
        #expect(try await crew.told(.ownershipPassed).map(\.people) == [[scene.cy]])
        #expect(try await crew.counts() == [2, 3])
        try await crew.leave(scene.bo)
        let last = try await scene.ask(LeaveContest(contest: crew.id), as: scene.cy)
        #expect(last.state == .cancelled)
        #expect(try await crew.counts() == [0, 3])
        #expect(try await crew.scores(of: scene.cy).last?.state == .left)
        // Scoring hears of the person first: nothing follows the end.
        let (heads, scores) = try await (
            scene.numbers(ContestChanged.self), scene.numbers(ScoresChanged.self)
        )
        let (head, score) = (try #require(heads.last), try #require(scores.last))
        #expect(head > score)
    }

    @Test func `who came back has been in it since then`() async throws {
        let scene = Scene()
        let crew = try await Crew.form(in: scene) { $0.endsAt = scene.clock.now + .days(60) }
        try await crew.join(scene.bo)
        let first = scene.clock.now
        scene.clock.advance(by: .hours(1))
        try await crew.leave(scene.bo)
        scene.clock.advance(by: .days(1))
        try await crew.join(scene.cy)
        scene.clock.advance(by: .days(28))
        try await crew.join(scene.bo)
        let back = try #require(try await crew.row(of: scene.bo))
        #expect(back.joinedAt == first && back.returnedAt == scene.clock.now)
        let seen = try await scene.ask(LeaveContest(contest: crew.id), as: scene.ana)
        #expect(seen.owner.id == scene.cy)
        let last = try await scene.ask(LeaveContest(contest: crew.id), as: scene.cy)
        #expect(last.owner.id == scene.bo)
    }

    /// The previous release does not remember when people come back.
    @Test func `where no return is known the first time counts`() async throws {
        let crew = try await Crew.form()
        let scene = crew.scene
        try await crew.join(scene.bo)
        scene.clock.advance(by: .hours(1))
        try await crew.join(scene.cy)
        try await crew.leave(scene.bo)
        scene.clock.advance(by: .hours(1))
        try await crew.join(scene.bo)
        try await scene.database.run("UPDATE participants SET returned_at = NULL")
        let seen = try await scene.ask(LeaveContest(contest: crew.id), as: scene.ana)
        #expect(seen.owner.id == scene.bo)
    }

    @Test func `an owner who does not play leaves too`() async throws {
        let crew = try await Crew.form { $0.authorPlays = false }
        let scene = crew.scene
        try await crew.join(scene.bo)
        let seen = try await scene.ask(LeaveContest(contest: crew.id), as: scene.ana)
        #expect(seen.owner.id == scene.bo)
        #expect(try await crew.row(of: scene.ana) == nil)
        #expect(try await crew.counts() == [1, 1])
        let again = await crew.refusal(of: LeaveContest(contest: crew.id), as: scene.ana)
        #expect(again == ["challenges.not_in_contest"])
    }

    @Test func `who leaves while it settles keeps their rank, and afterwards nothing changes it`()
        async throws
    {
        let crew = try await Crew.form()
        let scene = crew.scene
        try await crew.join(scene.bo, scene.cy)
        try await crew.log(4, by: scene.bo)
        try await crew.log(5, by: scene.cy)
        try await crew.pass(Crew.duration)
        try await crew.leave(scene.bo)
        // Scoring knows that it settles, and so keeps the row.
        #expect(try await crew.scores(of: scene.bo).last?.state == .left)
        #expect(try await crew.row(of: scene.bo)?.value == Amount(whole: 4))
        try await crew.pass(Crew.settling)
        let events = try await scene.emitted(ScoresChanged.self).count
        let seen = try await scene.ask(LeaveContest(contest: crew.id), as: scene.cy)
        #expect(seen.me?.state == .left)
        #expect(try await scene.emitted(ScoresChanged.self).count == events)
        #expect(try await crew.row(of: scene.cy)?.value == Amount(whole: 5))
        let owner = try await scene.ask(LeaveContest(contest: crew.id), as: scene.ana)
        #expect(owner.state == .completed)
        #expect(owner.owner.id == scene.ana)
        #expect(try await scene.emitted(ScoresChanged.self).count == events)
    }

    @Test(arguments: [false, true])
    func `who leaves once it settles has completed it, and who left before has not`(
        early: Bool
    ) async throws {
        let crew = try await Crew.form()
        let scene = crew.scene
        try await crew.join(scene.bo, scene.cy)
        for user in [scene.bo, scene.cy] { try await crew.log(4, by: user) }
        let lasts = early ? Duration.hours(5) : Crew.duration
        scene.clock.advance(by: lasts - .tick)
        try await crew.leave(scene.bo)
        scene.clock.advance(by: .tick)
        if early { _ = try await scene.ask(EndContest(contest: crew.id), as: scene.ana) }
        try await crew.leave(scene.cy)
        let settling = try await crew.seen(by: scene.cy)
        #expect(settling.state == .settling && !settling.isCompleted)
        try await crew.pass(Crew.settling)
        for (user, expected) in [(scene.bo, false), (scene.cy, true)] {
            let seen = try await crew.seen(by: user)
            #expect(seen.state == .completed && seen.me?.state == .left)
            #expect(seen.isCompleted == expected)
            let list = ListProfileChallenges(user: user, list: .completed)
            let listed = try await scene.ask(list, as: user).items
            #expect(listed.compactMap(\.contest?.id) == (expected ? [crew.id] : []))
        }
    }

    @Test func `who left, was asked back and did not come has not completed it`() async throws {
        let crew = try await Crew.form()
        let scene = crew.scene
        try await crew.join(scene.bo)
        try await crew.log(4, by: scene.bo)
        scene.clock.advance(by: .hours(1))
        let left = scene.clock.now
        try await crew.leave(scene.bo)
        scene.clock.advance(by: .hours(1))
        try await crew.invite(scene.bo)
        #expect(try await crew.state(of: scene.bo) == .invited)
        try await crew.pass(Crew.duration)
        #expect(try await crew.row(of: scene.bo)?.endedAt == left)
        try await crew.pass(Crew.settling)
        let seen = try await crew.seen(by: scene.bo)
        #expect(seen.state == .completed && seen.me?.state == .left)
        #expect(!seen.isCompleted)
    }

    @Test func `who is blocked with the owner leaves without a trace`() async throws {
        let crew = try await Crew.form()
        let scene = crew.scene
        try await crew.join(scene.bo, scene.cy)
        try await crew.leave(scene.cy)
        try await scene.relate(scene.ana, scene.bo, .blocked)
        let told = try await scene.newsCount()
        try await crew.leave(scene.bo)
        #expect(try await scene.newsCount() == told)
        let list = ListParticipants(contest: crew.id, state: .left)
        let left = try await scene.ask(list, as: scene.ana).items
        #expect(left.map(\.user.id) == [scene.cy])
        let joined = try await scene.ask(ListParticipants(contest: crew.id), as: scene.ana)
        #expect(joined.items.map(\.user.id) == [scene.ana])
    }
}

extension Scene {
    /// The numbers of the events of one kind, in order.
    fileprivate func numbers<E: Event>(_: E.Type) async throws -> [Int64] {
        try await database.all(
            "SELECT sequence FROM outbox WHERE call = \(Int32(E.id.rawValue)) ORDER BY sequence"
        ) { row in try row.next() }
    }
}
