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
@testable import Contests

/// Ending a contest early (2.3-states).
@Suite(.freshDatabase(Challenges.migrations))
struct EndContestTests {
    @Test func `it ends now, and settles as if it had ended by time`() async throws {
        let scene = Scene()
        let made = try await scene.compete(with: scene.bo)
        let invite = InviteToContest(contest: made.id, invitees: [scene.cy])
        _ = try await scene.ask(invite, as: scene.ana)
        scene.clock.advance(by: .hours(5))
        let now = scene.clock.now
        let ended = try await scene.ask(EndContest(contest: made.id), as: scene.ana)
        #expect(ended.state == .settling)
        #expect(ended.endedAt == now)
        #expect(ended.endsAt == now)
        #expect(ended.settlesAt == now + .hours(24))
        #expect(ended.version == made.version + 1)
        #expect(try await scene.contest(made.id, as: scene.bo).endedAt == now)
        #expect(try await scene.dueTimes() == [now + .hours(24)])
        #expect(try await scene.headlines(of: made.id) == [.active, .settling])
        // Nobody joins any more.
        let cy = try await scene.database.participant(scene.cy, of: made.id)
        #expect(cy?.state == .lapsed)
        #expect(try await scene.settled().contains("contestInvited expired"))
        scene.clock.advance(by: .hours(24))
        #expect(try await scene.fireDue() == 1)
        #expect(try await scene.contest(made.id).state == .completed)
        #expect(try await scene.headlines(of: made.id) == [.active, .settling, .completed])
    }

    @Test func `one of whole days ends with its present day, which everyone sees`() async throws {
        let scene = Scene()
        let made = try await scene.compete { call in
            call.endsAt = nil
            call.startsOn = CivilDate(rfc3339: "2023-11-14")
            call.endsOn = CivilDate(rfc3339: "2023-11-30")
            call.timeZone = "America/New_York"
        }
        #expect(made.state == .active)
        scene.clock.advance(by: .days(3))
        let now = scene.clock.now
        // It is 17 November, 17:13 in New York.
        let midnight = Instant(rfc3339: "2023-11-18T05:00:00Z")
        let ended = try await scene.ask(EndContest(contest: made.id), as: scene.ana)
        #expect(ended.state == .active)
        #expect(ended.endedAt == now)
        #expect(ended.endsAt == midnight)
        #expect(ended.settlesAt == nil)
        // Less than a day was left, so it comes without a notice.
        #expect(try await scene.dueTimes().first == midnight)
        #expect(try await scene.names(toldOf: .contestEnding).isEmpty)
        // Ending it again changes nothing.
        scene.clock.advance(by: .hours(1))
        let again = try await scene.ask(EndContest(contest: made.id), as: scene.ana)
        #expect(again.endedAt == now)
        #expect(again.endsAt == midnight)
        #expect(again.version == ended.version)
        scene.clock.advance(by: .hours(6))
        #expect(try await scene.fireDue() == 1)
        let settling = try await scene.contest(made.id)
        #expect(settling.state == .settling)
        #expect(settling.endedAt == now)
        #expect(settling.settlesAt == midnight.map { $0 + .hours(24) })
    }

    @Test func `an end that moves to an earlier day takes its notices away, the same one not`()
        async throws
    {
        for (left, isGone) in [(Duration.hours(12), false), (.hours(24) + .tick, true)] {
            let scene = Scene()
            let made = try await scene.compete { call in
                call.endsAt = nil
                call.startsOn = CivilDate(rfc3339: "2023-11-14")
                call.endsOn = CivilDate(rfc3339: "2023-11-30")
                call.timeZone = "America/New_York"
            }
            let end = try #require(made.endsAt)
            scene.clock.advance(by: end - left - scene.clock.now)
            try await scene.fireDue()
            let ended = try await scene.ask(EndContest(contest: made.id), as: scene.ana)
            #expect(ended.endsAt == (isGone ? end - .hours(24) : end))
            #expect(try await scene.settled().contains("contestEnding gone") == isGone)
        }
    }

    // What was logged.

    private func log(
        _ amount: Int64,
        for contest: Contest,
        by user: UserID,
        at moment: Instant? = nil,
        in scene: Scene
    ) async throws -> Entry {
        let amount = Amount(whole: amount)
        let call = AddEntry(contest: contest.id, amount: amount, occurredAt: moment)
        return try await scene.ask(call, as: user)
    }

    /// Whom scoring was told of, after a number of such events, with what they have.
    private func told(_ scene: Scene, after count: Int) async throws -> [ScoresChanged.Player] {
        try await scene.emitted(ScoresChanged.self).dropFirst(count).flatMap(\.players)
    }

    @Test func `what was logged ahead of it counts no longer, and stays listed`() async throws {
        let scene = Scene()
        let made = try await scene.compete(with: scene.bo, scene.cy) { $0.goal = Amount(whole: 5) }
        scene.clock.advance(by: .hours(1))
        let end = scene.clock.now + .minutes(1)
        let last = try await log(2, for: made, by: scene.bo, at: end - .tick, in: scene)
        let late = try await log(3, for: made, by: scene.bo, at: end, in: scene)
        _ = try await log(1, for: made, by: scene.cy, in: scene)
        let before = try await scene.database.participant(scene.bo, of: made.id)
        #expect(before?.value == Amount(whole: 5))
        #expect(before?.completedAt == scene.clock.now)
        let count = try await scene.emitted(ScoresChanged.self).count
        scene.clock.advance(by: .minutes(1))
        #expect(scene.clock.now == end)
        let ended = try await scene.ask(EndContest(contest: made.id), as: scene.ana)
        #expect(ended.state == .settling)
        let after = try await scene.database.participant(scene.bo, of: made.id)
        #expect(after?.value == Amount(whole: 2))
        #expect(after?.score == Amount(whole: 2))
        #expect(after?.entries == 1)
        #expect(after?.reachedAt == end)
        // Who has completed it has done so for good.
        #expect(after?.completedAt == before?.completedAt)
        #expect(after?.isFlagged == true)
        let told = try await told(scene, after: count)
        #expect(told.map(\.user) == [scene.bo])
        #expect(told.map(\.value) == [Amount(whole: 2)])
        let listed = try await scene.ask(GetEntry(entry: late.id), as: scene.bo)
        #expect(listed.state == .counted)
        #expect(listed.amount == Amount(whole: 3))
        // Nor does it count when the person is counted again.
        _ = try await scene.ask(DeleteEntry(entry: last.id), as: scene.bo)
        let none = try await scene.database.participant(scene.bo, of: made.id)
        #expect(none?.value == nil)
        #expect(none?.entries == 0)
        #expect(try await ContestAudit(database: scene.database).problems() == [])
    }

    @Test func `entries after the new end no longer count, even after a decision`()
        async throws
    {
        let scene = Scene()
        let made = try await scene.compete(with: scene.bo)
        scene.clock.advance(by: .hours(1))
        _ = try await log(1, for: made, by: scene.bo, in: scene)
        let other = try await log(2, for: made, by: scene.bo, in: scene)
        let ahead = scene.clock.now + .minutes(1)
        _ = try await log(4, for: made, by: scene.bo, at: ahead, in: scene)
        let query = QueryEntry(entry: other.id, reason: "Really?")
        _ = try await scene.ask(query, as: scene.ana)
        scene.clock.advance(by: .seconds(1))
        _ = try await scene.ask(EndContest(contest: made.id), as: scene.ana)
        let ended = try await scene.database.participant(scene.bo, of: made.id)
        #expect(ended?.value == Amount(whole: 3))
        _ = try await scene.ask(DecideEntry(entry: other.id, removes: true), as: scene.ana)
        let decided = try await scene.database.participant(scene.bo, of: made.id)
        #expect(decided?.value == Amount(whole: 1))
        #expect(try await ContestAudit(database: scene.database).problems() == [])
    }

    @Test(arguments: [Metric?.none, .steps])
    func `with its present day go entries of the next one, which has begun elsewhere`(
        metric: Metric?
    ) async throws {
        let scene = Scene()
        let made = try await scene.compete(with: scene.bo) { call in
            call.endsAt = nil
            call.startsOn = CivilDate(rfc3339: "2023-11-14")
            call.endsOn = CivilDate(rfc3339: "2023-11-30")
            call.timeZone = "America/New_York"
            call.unit = metric == nil ? "litres" : nil
            call.metric = metric
            call.aggregation = metric == nil ? .daysActive : .sum
        }
        try await scene.tell(
            of: PersonCard(
                person: FakeIdentity.card(scene.bo).person,
                version: 2,
                zones: [ZoneChange(since: scene.clock.now - .days(9), name: "Pacific/Auckland")],
                standing: .active
            )
        )
        // It is 17 November, 17:14 in New York. In Auckland the 18th began at 11:00 in UTC.
        scene.clock.advance(by: .days(3))
        let morning = try #require(Instant(rfc3339: "2023-11-17T11:00:00Z"))
        _ = try await log(40, for: made, by: scene.bo, at: morning - .tick, in: scene)
        _ = try await log(2, for: made, by: scene.bo, at: morning, in: scene)
        _ = try await log(1, for: made, by: scene.ana, in: scene)
        let before = try await scene.database.participant(scene.bo, of: made.id)
        #expect(before?.value == Amount(whole: metric == nil ? 2 : 42))
        let count = try await scene.emitted(ScoresChanged.self).count
        let ended = try await scene.ask(EndContest(contest: made.id), as: scene.ana)
        #expect(ended.state == .active)
        #expect(ended.endsAt == Instant(rfc3339: "2023-11-18T05:00:00Z"))
        let after = try await scene.database.participant(scene.bo, of: made.id)
        #expect(after?.value == Amount(whole: metric == nil ? 1 : 40))
        #expect(after?.entries == 1)
        #expect(try await told(scene, after: count).map(\.user) == [scene.bo])
        // Nor is more of that day taken.
        let more = AddEntry(contest: made.id, amount: Amount(whole: 1))
        let refusal = Refusal(ChallengesError.occurredInvalid, at: "/occurredAt").fault
        #expect(await scene.fault(more, as: scene.bo) == refusal)
        #expect(try await ContestAudit(database: scene.database).problems() == [])
    }

    @Test func `however many logged ahead of it, each is counted again`() async throws {
        let scene = Scene()
        // One more than are counted again at a time.
        let people = (0..<101).map { _ in UserID() }
        let contest = ContestRecord.ofEntries(owner: scene.ana)
        let logged = try await LoggedContest.store(contest, in: scene, with: people)
        scene.clock.advance(by: .hours(1))
        let ahead = scene.clock.now + .minutes(5)
        for user in people {
            try await scene.know(user)
            try await logged.log(by: user, occurredAt: ahead)
        }
        let count = try await scene.emitted(ScoresChanged.self).count
        _ = try await scene.ask(EndContest(contest: logged.id), as: scene.ana)
        let audit = ContestAudit(database: scene.database)
        let standings = try await audit.standings(of: logged.id).values
        #expect(standings.count == 101)
        #expect(standings.allSatisfy { $0.value == nil && $0.entries == 0 })
        let told = try await told(scene, after: count)
        #expect(told.map(\.user) == people.sorted())
        #expect(told.allSatisfy { $0.value == nil && $0.entries == 0 })
        #expect(try await audit.problems() == [])
    }

    @Test func `ending it again gets the same answer, also once it is completed`() async throws {
        let scene = Scene()
        let id = try await scene.compete().id
        scene.clock.advance(by: .hours(1))
        let call = EndContest(contest: id)
        let ended = try await scene.ask(call, as: scene.ana)
        scene.clock.advance(by: .hours(1))
        #expect(try await scene.ask(call, as: scene.ana) == ended)
        scene.clock.advance(by: .hours(23))
        let completed = try await scene.ask(call, as: scene.ana)
        #expect(completed.state == .completed)
        #expect(completed.endsAt == ended.endsAt)
        #expect(try await scene.headlines(of: id) == [.active, .settling, .completed])
    }

    @Test func `what has not begun, or time ended, is not ended`() async throws {
        let scene = Scene()
        let now = scene.clock.now
        let draft = try await scene.compete { $0.draft = true }
        let scheduled = try await scene.compete { $0.startsAt = now + .days(1) }
        let ended = try await scene.compete { $0.endsAt = now + .hours(1) }
        let cancelled = try await scene.compete()
        _ = try await scene.ask(CancelContest(contest: cancelled.id), as: scene.ana)
        scene.clock.advance(by: .hours(1))
        for (contest, state) in [
            (draft, Contest.State.draft), (scheduled, .scheduled), (ended, .settling),
            (cancelled, .cancelled),
        ] {
            let fault = await scene.fault(EndContest(contest: contest.id), as: scene.ana)
            #expect(fault?.code == "challenges.wrong_state")
            #expect(fault?.kind == .conflict)
            #expect(fault?.contest?.state == state)
        }
    }

    @Test func `an open contest without an end is ended like any other`() async throws {
        let scene = Scene()
        let call = CreateContest(kind: .open, name: "Sing")
        let made = try await scene.ask(call, as: scene.ana)
        #expect(try await scene.dueTimes().isEmpty)
        scene.clock.advance(by: .days(1_000))
        let ended = try await scene.ask(EndContest(contest: made.id), as: scene.ana)
        #expect(ended.endsAt == scene.clock.now)
        #expect(ended.state == .settling)
    }

    @Test func `it is its owner's to end, and a version that is no more is refused`() async throws {
        let scene = Scene()
        let made = try await scene.compete(with: scene.bo)
        let refusal = await scene.fault(EndContest(contest: made.id), as: scene.bo)
        #expect(refusal == ChallengesError.notYourPart.fault)
        let stale = EndContest(contest: made.id, ifVersion: made.version + 1)
        let fault = await scene.fault(stale, as: scene.ana)
        #expect(fault?.code == "challenges.version_stale")
        #expect(fault?.contest == made)
        let unknown = EndContest(contest: ChallengeID())
        let missing = await scene.fault(unknown, as: scene.ana)
        #expect(missing == ChallengesError.contestNotFound.fault)
        let current = EndContest(contest: made.id, ifVersion: made.version)
        #expect(try await scene.ask(current, as: scene.ana).state == .settling)
    }

    @Test func `a repeated key gets the same answer`() async throws {
        let scene = Scene()
        let call = EndContest(contest: try await scene.compete().id)
        let ended = try await scene.ask(call, as: scene.ana, key: "k")
        scene.clock.advance(by: .days(2))
        try await scene.fireDue()
        #expect(try await scene.ask(call, as: scene.ana, key: "k") == ended)
    }
}
