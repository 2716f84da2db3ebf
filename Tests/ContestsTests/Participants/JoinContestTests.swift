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
@testable import Contests

/// How people come into contests (GC-05, FR-48, FR-50, 2.3-ways-in).
@Suite(.freshDatabase(Challenges.migrations))
struct JoinContestTests {
    @Test func `anyone joins a public contest, once`() async throws {
        let crew = try await Crew.form()
        let (scene, now) = (crew.scene, crew.scene.clock.now)
        let joined = try await scene.ask(JoinContest(contest: crew.id), as: scene.bo)
        #expect(joined.isAttended)
        #expect(joined.joined == 2)
        #expect(joined.me?.state == .joined)
        #expect(joined.me?.joinedAt == now)
        #expect(try await crew.counts() == [2, 2])
        let row = try await crew.row(of: scene.bo)
        #expect(row?.joinedAt == now)
        #expect(row?.invitedBy == nil)
        let scores = try await crew.scores(of: scene.bo)
        #expect(scores.map(\.state) == [.joined])
        #expect(scores.map(\.version) == [1])
        #expect(scores.map(\.entries) == [0])
        // Joining twice gets the same answer, whether it is a repetition or not.
        let events = try await crew.eventCount()
        scene.clock.advance(by: .hours(1))
        let again = try await scene.ask(JoinContest(contest: crew.id), as: scene.bo)
        #expect(again == joined)
        #expect(try await crew.row(of: scene.bo) == row)
        #expect(try await crew.counts() == [2, 2])
        #expect(try await crew.eventCount() == events)
        #expect(try await crew.seen(by: scene.ana).version == joined.version)
    }

    @Test func `an author who plays is in it from the beginning`() async throws {
        let crew = try await Crew.form()
        #expect(try await crew.state(of: crew.scene.ana) == .joined)
        #expect(try await crew.counts() == [1, 1])
        #expect(try await crew.scores(of: crew.scene.ana).map(\.state) == [.joined])
        let other = try await Crew.form { $0.authorPlays = false }
        #expect(try await other.row(of: other.scene.ana) == nil)
        #expect(try await other.counts() == [0, 0])
    }

    @Test func `who is invited joins a private contest, and the invitation is settled`()
        async throws
    {
        let crew = try await Crew.form { $0.visibility = .private }
        let scene = crew.scene
        try await crew.invite(scene.bo)
        try await crew.join(scene.bo)
        #expect(try await crew.state(of: scene.bo) == .joined)
        let settled = try await crew.settled(.contestInvited)
        #expect(settled.map(\.people) == [[scene.bo]])
        #expect(settled.map(\.outcome) == [.acted])
        #expect(settled.first?.kinds == [.contestInvited, .contestShared])
    }

    @Test func `the owner's friends join a contest for friends, and others do not`()
        async throws
    {
        let crew = try await Crew.form { $0.visibility = .friends }
        let scene = crew.scene
        try await scene.relate(scene.ana, scene.bo, .friends)
        try await crew.join(scene.bo)
        let refusal = await crew.refusal(of: JoinContest(contest: crew.id), as: scene.cy)
        #expect(refusal == ["challenges.contest_not_found"])
    }

    @Test func `a contest that one cannot see is not joined`() async throws {
        try await Crew.expectNotFound { JoinContest(contest: $0.id) }
    }

    @Test func `with approval, a user without an invitation makes a join request`() async throws {
        let crew = try await Crew.form { $0.needsApproval = true }
        let (scene, now) = (crew.scene, crew.scene.clock.now)
        let asked = try await scene.ask(JoinContest(contest: crew.id), as: scene.bo)
        #expect(!asked.isAttended)
        #expect(asked.me?.state == .requested)
        #expect(try await crew.counts() == [1, 1])
        #expect(try await crew.scores(of: scene.bo).isEmpty)
        let told = try await crew.told(.joinRequested)
        #expect(told.map(\.people) == [[scene.ana]])
        #expect(told.first?.actor == scene.bo)
        #expect(told.first?.cause == "\(crew.id)/\(scene.bo)/\(now.microseconds)")
        #expect(told.first?.expiresAt == nil, "the end may still be moved; it settles what is open")
        // Asking twice changes nothing.
        scene.clock.advance(by: .hours(1))
        try await crew.join(scene.bo)
        #expect(try await crew.row(of: scene.bo)?.requestedAt == now)
        #expect(try await crew.told(.joinRequested).count == 1)
        // An invitation by a person lets in at once, one by a code does not.
        try await crew.invite(scene.cy)
        try await crew.join(scene.cy)
        #expect(try await crew.state(of: scene.cy) == .joined)
        let other = try await crew.someone()
        try await crew.open(as: other)
        #expect(try await crew.state(of: other) == .invited)
        try await crew.join(other)
        #expect(try await crew.state(of: other) == .requested)
        #expect(try await crew.told(.contestInvited).map(\.people) == [[scene.cy]])
    }

    @Test func `a code lets into a private contest`() async throws {
        let crew = try await Crew.form { $0.visibility = .private }
        try await crew.open(as: crew.scene.bo)
        try await crew.join(crew.scene.bo)
        #expect(try await crew.state(of: crew.scene.bo) == .joined)
    }

    @Test func `a contest takes as many as it has places, and those who leave make room`()
        async throws
    {
        let crew = try await Crew.form { $0.capacity = 3 }
        let scene = crew.scene
        let people = try await [crew.someone(), crew.someone(), crew.someone()]
        for user in people { try await crew.invite(user) }
        try await crew.join(people[0], people[1])
        let join = JoinContest(contest: crew.id)
        for user in [people[2], scene.bo] {
            #expect(await crew.refusal(of: join, as: user) == ["challenges.contest_full"])
        }
        #expect(try await crew.state(of: people[2]) == .invited)
        #expect(try await crew.row(of: scene.bo) == nil)
        #expect(try await crew.counts() == [3, 3])
        // Who is in it gets the same answer in a full contest.
        try await crew.join(people[0])
        try await crew.leave(people[0])
        #expect(try await crew.counts() == [2, 3])
        try await crew.join(scene.bo)
        #expect(try await crew.counts() == [3, 4])
        #expect(await crew.refusal(of: join, as: people[0]) == ["challenges.contest_full"])
        #expect(try await crew.state(of: people[0]) == .left)
    }

    @Test func `who asked gets in once the owner no longer admits people`() async throws {
        let crew = try await Crew.form {
            $0.needsApproval = true
            $0.capacity = 2
        }
        let scene = crew.scene
        try await crew.join(scene.bo, scene.cy)
        let change = ChangeContest(contest: crew.id, needsApproval: false)
        _ = try await scene.ask(change, as: scene.ana)
        #expect(try await crew.state(of: scene.bo) == .requested)
        #expect(try await crew.seen(by: scene.bo).actions.contains(.join))
        try await crew.join(scene.bo)
        #expect(try await crew.state(of: scene.bo) == .joined)
        #expect(try await crew.counts() == [2, 2])
        #expect(try await crew.scores(of: scene.bo).map(\.state) == [.joined])
        let causes = try await crew.told(.joinRequested).filter { $0.actor == scene.bo }
        let settled = try await crew.settled(.joinRequested)
        #expect(settled.map(\.outcome) == [.acted])
        #expect(settled.map(\.cause) == causes.map { $0.cause })
        // There is no place left, and the wish stays.
        let full = await crew.refusal(of: JoinContest(contest: crew.id), as: scene.cy)
        #expect(full == ["challenges.contest_full"])
        #expect(try await crew.state(of: scene.cy) == .requested)
    }

    @Test func `nobody joins at the end or after it, however late its timer is`() async throws {
        let crew = try await Crew.form()
        let scene = crew.scene
        try await crew.invite(scene.bo)
        scene.clock.advance(by: Crew.duration - .tick)
        try await crew.join(scene.bo)
        scene.clock.advance(by: .tick)
        let join = JoinContest(contest: crew.id)
        let over = ["challenges.contest_over"]
        #expect(await crew.refusal(of: join, as: scene.cy) == over)
        #expect(try await crew.seen(by: scene.cy).state == .settling)
        // Who is in it is told the same as before.
        try await crew.join(scene.bo)
        try await crew.pass(Crew.settling)
        #expect(try await crew.seen(by: scene.cy).state == .completed)
        #expect(await crew.refusal(of: join, as: scene.cy) == over)
        let cancelled = try await Crew.form()
        let cancel = CancelContest(contest: cancelled.id)
        _ = try await cancelled.scene.ask(cancel, as: cancelled.scene.ana)
        let late = JoinContest(contest: cancelled.id)
        #expect(await cancelled.refusal(of: late, as: cancelled.scene.bo) == over)
    }

    @Test func `nobody joins after the start where the contest says so`() async throws {
        for locks in [false, true] {
            let crew = try await Crew.form {
                $0.locksLate = locks
                $0.startsAt = $0.endsAt.map { $0 - .days(6) }
            }
            let scene = crew.scene
            scene.clock.advance(by: .days(1) - .tick)
            try await crew.join(scene.bo)
            scene.clock.advance(by: .tick)
            let refusal = await crew.refusal(of: JoinContest(contest: crew.id), as: scene.cy)
            #expect(refusal == (locks ? ["challenges.too_late"] : []))
        }
    }

    @Test func `who declined a private contest needs another invitation`() async throws {
        for visibility in [ContestVisibility.private, .public] {
            let crew = try await Crew.form { $0.visibility = visibility }
            let scene = crew.scene
            try await crew.invite(scene.bo)
            _ = try await scene.ask(DeclineContest(contest: crew.id), as: scene.bo)
            let refusal = await crew.refusal(of: JoinContest(contest: crew.id), as: scene.bo)
            let isOpen = visibility == .public
            #expect(refusal == (isOpen ? [] : ["challenges.contest_not_found"]))
        }
    }

    @Test(arguments: [ContestVisibility.public, .private])
    func `who was removed never joins again`(visibility: ContestVisibility) async throws {
        let crew = try await Crew.form { $0.visibility = visibility }
        let scene = crew.scene
        try await crew.invite(scene.bo)
        try await crew.join(scene.bo)
        try await crew.remove(scene.bo)
        let join = JoinContest(contest: crew.id)
        let unseen = ["challenges.contest_not_found"]
        #expect(await crew.refusal(of: join, as: scene.bo) == unseen)
        // The same once they see its result.
        try await crew.pass(Crew.duration)
        try await crew.pass(Crew.settling)
        #expect(try await crew.seen(by: scene.bo).state == .completed)
        #expect(await crew.refusal(of: join, as: scene.bo) == unseen)
        #expect(try await crew.state(of: scene.bo) == .removed)
    }

    @Test(arguments: [ContestVisibility.public, .private])
    func `who comes back has the entries that they had`(
        visibility: ContestVisibility
    ) async throws {
        let crew = try await Crew.form { $0.visibility = visibility }
        let scene = crew.scene
        try await crew.invite(scene.bo)
        try await crew.join(scene.bo)
        try await crew.log(2, by: scene.bo)
        try await crew.log(3, by: scene.bo)
        let before = try #require(try await crew.row(of: scene.bo))
        #expect(before.value == Amount(whole: 5))
        scene.clock.advance(by: .hours(1))
        try await crew.leave(scene.bo)
        #expect(try await crew.scores(of: scene.bo).last?.state == .left)
        scene.clock.advance(by: .hours(1))
        let back = try await scene.ask(JoinContest(contest: crew.id), as: scene.bo)
        #expect(back.me?.value == Amount(whole: 5))
        #expect(back.me?.entries == 2)
        let row = try #require(try await crew.row(of: scene.bo))
        #expect(row.joinedAt == before.joinedAt)
        #expect(row.endedAt == nil)
        #expect(row.score == Amount(whole: 5))
        #expect(row.reachedAt == before.reachedAt)
        let last = try #require(try await crew.scores(of: scene.bo).last)
        #expect(last.state == .joined)
        #expect(last.value == Amount(whole: 5))
        #expect(last.version == row.version)
        #expect(try await crew.counts() == [2, 2])
    }

    @Test func `who is blocked with the owner stays in, and does not come back`() async throws {
        let crew = try await Crew.form()
        let scene = crew.scene
        try await crew.join(scene.bo)
        try await scene.relate(scene.ana, scene.bo, .blocked)
        let join = JoinContest(contest: crew.id)
        #expect(await crew.refusal(of: join, as: scene.bo) == [])
        try await crew.leave(scene.bo)
        let unseen = ["challenges.contest_not_found"]
        #expect(await crew.refusal(of: join, as: scene.bo) == unseen)
        try await scene.relate(scene.ana, scene.bo, .none, version: 3)
        #expect(await crew.refusal(of: join, as: scene.bo) == [])
    }

    @Test func `an invitation behind a block lets nobody in, though it has not ended yet`()
        async throws
    {
        let crew = try await Crew.form { $0.membersMayInvite = true }
        let scene = crew.scene
        try await crew.invite(scene.bo)
        try await crew.join(scene.bo)
        try await crew.invite(scene.cy, by: scene.bo)
        let pair = Pair(scene.bo, scene.cy)
        for (relation, version) in [(Relation.blocked, Int64(9)), (.none, 10)] {
            try await scene.database.transaction { tx in
                try await tx.storeRelation(
                    relation,
                    of: pair.one,
                    and: pair.other,
                    version: version
                )
            }
            let refusal = await crew.refusal(of: JoinContest(contest: crew.id), as: scene.cy)
            #expect(refusal == (relation == .blocked ? ["challenges.contest_not_found"] : []))
        }
    }

    @Test func `a blocked requester by a code cannot join, even without approval`() async throws {
        let it = try await CodeScene(needsApproval: true, membersMayInvite: true)
        try await it.open(it.make(by: it.bo), as: it.cy)
        let join = JoinContest(contest: it.contest)
        #expect(try await it.scene.ask(join, as: it.cy).me?.state == .requested)
        let change = ChangeContest(contest: it.contest, needsApproval: false)
        _ = try await it.scene.ask(change, as: it.ana)
        try await it.scene.storeRelation(.blocked, it.bo, it.cy, version: 9)
        let unseen = ChallengesError.contestNotFound.fault
        #expect(await it.scene.fault(join, as: it.cy) == unseen)
        #expect(try await it.part(of: it.cy) == .requested)
        try await it.scene.storeRelation(.none, it.bo, it.cy, version: 10)
        #expect(try await it.scene.ask(join, as: it.cy).me?.state == .joined)
    }

    @Test func `an owner joins an open contest, and no competition that they do not play in`()
        async throws
    {
        let open = try await Crew.form {
            $0.kind = .open
            $0.needsApproval = true
        }
        #expect(try await open.row(of: open.scene.ana) == nil)
        try await open.join(open.scene.ana)
        #expect(try await open.state(of: open.scene.ana) == .joined)
        let crew = try await Crew.form { $0.authorPlays = false }
        let refusal = await crew.refusal(of: JoinContest(contest: crew.id), as: crew.scene.ana)
        #expect(refusal == ["challenges.not_your_part"])
        let draft = try await Crew.form { $0.draft = true }
        let early = await draft.refusal(of: JoinContest(contest: draft.id), as: draft.scene.ana)
        #expect(early == ["challenges.wrong_state"])
    }

    @Test(arguments: [Int64(0), -1])
    func `a target is above 0`(millionths: Int64) async throws {
        let crew = try await Crew.form { percent(&$0) }
        let call = JoinContest(contest: crew.id, target: Amount(millionths: millionths))
        let invalid = ["challenges.target_invalid", "/target challenges.target_invalid"]
        #expect(await crew.refusal(of: call, as: crew.scene.bo) == invalid)
    }

    @Test func `a target is needed for percents, and only there`() async throws {
        let crew = try await Crew.form {
            percent(&$0)
            $0.wholeNumbers = true
        }
        let scene = crew.scene
        let wrong: [(Amount?, String)] = [
            (nil, "missing"), (Amount(millionths: 1_500_000), "not_whole"),
        ]
        for (target, code) in wrong {
            let call = JoinContest(contest: crew.id, target: target)
            let refusal = await crew.refusal(of: call, as: scene.bo)
            #expect(refusal == ["challenges.target_\(code)", "/target challenges.target_\(code)"])
        }
        try await crew.join(scene.bo, target: Amount(whole: 20))
        #expect(try await crew.row(of: scene.bo)?.target == Amount(whole: 20))
        #expect(try await crew.scores(of: scene.bo).last?.target == Amount(whole: 20))
        #expect(try await crew.seen(by: scene.bo).me?.target == Amount(whole: 20))
        let raw = try await Crew.form()
        let unwanted = JoinContest(contest: raw.id, target: Amount(whole: 20))
        #expect(
            await raw.refusal(of: unwanted, as: raw.scene.bo) == [
                "challenges.target_unwanted", "/target challenges.target_unwanted",
            ]
        )
        #expect(try await raw.row(of: raw.scene.bo) == nil)
    }

    @Test func `who comes back after the start keeps their target`() async throws {
        let crew = try await Crew.form { percent(&$0) }
        let scene = crew.scene
        try await crew.join(scene.bo, target: Amount(whole: 20))
        try await crew.log(5, by: scene.bo)
        try await crew.leave(scene.bo)
        let other = JoinContest(contest: crew.id, target: Amount(whole: 10))
        let fixed = ["challenges.target_fixed", "/target challenges.target_fixed"]
        #expect(await crew.refusal(of: other, as: scene.bo) == fixed)
        let back = try await scene.ask(JoinContest(contest: crew.id), as: scene.bo)
        #expect(back.me?.target == Amount(whole: 20))
        #expect(back.me?.score == Amount(whole: 25))
    }

    @Test func `a person is in two hundred unfinished contests at most`() async throws {
        #expect(ContestRules().contestsJoined == 200)
        let scene = Scene(rules: Rules(contests: ContestRules(contestsJoined: 3)))
        func form(_ change: (inout CreateContest) -> Void = { _ in }) async throws -> Crew {
            try await Crew.form(in: scene) {
                $0.authorPlays = false
                change(&$0)
            }
        }
        let ended = try await form { $0.endsAt = scene.clock.now + .hours(1) }
        try await ended.join(scene.bo)
        let (one, other) = (try await form(), try await form { $0.needsApproval = true })
        try await one.join(scene.bo)
        try await other.join(scene.bo)
        #expect(try await other.state(of: scene.bo) == .requested)
        let last = try await form()
        let join = JoinContest(contest: last.id)
        let tooMany = ["challenges.contests_too_many"]
        #expect(await last.refusal(of: join, as: scene.bo) == tooMany)
        #expect(try await last.row(of: scene.bo) == nil)
        #expect(try await last.counts() == [0, 0])
        // Others may, and those whom it concerns may stay.
        try await last.join(scene.cy)
        try await one.join(scene.bo)
        // A contest counts until it is completed.
        try await ended.pass(.hours(1))
        #expect(await last.refusal(of: join, as: scene.bo) == tooMany)
        try await ended.pass(.hours(24))
        #expect(await last.refusal(of: join, as: scene.bo) == [])
        let full = try await form()
        let again = JoinContest(contest: full.id)
        #expect(await full.refusal(of: again, as: scene.bo) == tooMany)
        // What one asked for is let in all the same: it was counted before.
        _ = try await scene.ask(AdmitParticipant(contest: other.id, user: scene.bo), as: scene.ana)
        try await one.leave(scene.bo)
        #expect(await full.refusal(of: again, as: scene.bo) == [])
    }

    @Test func `an author who may be in no more contests publishes none to play in`()
        async throws
    {
        let scene = Scene(rules: Rules(contests: ContestRules(contestsJoined: 1)))
        _ = try await Crew.form(in: scene)
        let draft = try await Crew.form(in: scene) { $0.draft = true }
        let publish = PublishContest(contest: draft.id)
        let tooMany = ["challenges.contests_too_many"]
        #expect(await draft.refusal(of: publish, as: scene.ana) == tooMany)
        #expect(try await draft.seen(by: scene.ana).state == .draft)
        _ = try await Crew.form(in: scene) { $0.authorPlays = false }
    }

    @Test func `a person whom nobody has told of yet joins with their name`() async throws {
        let crew = try await Crew.form()
        let scene = crew.scene
        try await crew.join(scene.bo)
        let list = ListParticipants(contest: crew.id)
        let names = try await scene.ask(list, as: scene.ana).items.map(\.user.username)
        #expect(names.contains(FakeIdentity.card(scene.bo).person.username))
        scene.identity.set(.unknown, of: scene.cy)
        let refusal = await crew.refusal(of: JoinContest(contest: crew.id), as: scene.cy)
        #expect(refusal == ["wire.sign_in_needed"])
    }

    /// Makes a contest one of percents, in which Ana aims at 10.
    private func percent(_ call: inout CreateContest) {
        call.score = .percent
        call.target = Amount(whole: 10)
    }
}
