import ChallengesAPI
import ChallengesTestKit
import Identifiers
import Testing
import Values
import Wire

@testable import Challenges
@testable import ChallengesCore
@testable import Contests

/// What of a contest may change, and when (2.3-editing).
struct ContestEditingTests {
    private let owner = UserID()

    /// A contest of the owner's in a state, with everything that can be said of one.
    private func contest(
        _ state: ContestLife.State,
        _ kind: ChallengeKind = .competition
    ) -> ContestRecord {
        var contest = ContestRecord.sample(state, kind, of: owner)
        contest.challenge.snapshot.target = Amount("20")
        contest.visibility = .friends
        contest.capacity = 10
        return contest
    }

    /// What is wrong with a change at noon.
    private func problems(
        _ contest: ContestRecord,
        with joined: [UserID] = [],
        _ change: (inout ChangeContest) -> Void
    ) -> [String] {
        var call = ChangeContest(contest: contest.id)
        change(&call)
        var problems = FieldProblems<ChallengesError>()
        var draft = ContestDraft(call)
        draft.check(under: ContestRules(), &problems)
        var next = contest
        draft.apply(
            to: &next,
            isCategoryKnown: true,
            at: .noon,
            under: ContestRules(),
            &problems
        )
        let attendance = Attendance(
            joined: joined.count,
            isOwnerIn: joined.contains(contest.owner)
        )
        contest.checkLocks(changingTo: next, by: draft, with: attendance, &problems)
        return problems.isEmpty ? [] : problems.refusal().fault.said
    }

    private typealias Change = @Sendable (inout ChangeContest) -> Void

    /// What is fixed once a contest has begun, each with another value.
    private static let rules: [(String, Change)] = [
        ("/category", { $0.category = "endurance" }),
        ("/unit", { $0.unit = "glasses" }),
        ("/goal", { $0.goal = Amount("21") }),
        ("/wholeNumbers", { $0.wholeNumbers = true }),
        ("/proof", { $0.proof = .required }),
        ("/startsAt", { $0.startsAt = .noon + .hours(1) }),
        ("/timeZone", { $0.timeZone = "Europe/Berlin" }),
        ("/aggregation", { $0.aggregation = .latest }),
        ("/sources", { $0.sources = .device }),
    ]

    /// What may change as long as it is not over.
    private static let rest: [(String, Change)] = [
        ("name", { $0.name = "Wine" }), ("caption", { $0.caption = "A lot" }),
        ("description", { $0.description = "Of it." }),
        ("visibility", { $0.visibility = .private }), ("approval", { $0.needsApproval = true }),
        ("inviting", { $0.membersMayInvite = true }),
        ("late joining", { $0.locksLate = true }), ("capacity", { $0.capacity = 11 }),
    ]

    @Test func `whole days move only with their zone`() {
        var contest = self.contest(.scheduled)
        // As if the clocks of its zone had been changed since.
        contest.life.times = ContestTimes(
            startsAt: .noon + .days(1),
            endsAt: .noon + .days(3),
            wholeDays: true
        )
        let zones: [(String?, Bool)] = [(nil, true), ("UTC", true), ("Asia/Tokyo", false)]
        for (zone, isSame) in zones {
            var call = ChangeContest(contest: contest.id, name: "Wine")
            call.timeZone = zone
            var problems = FieldProblems<ChallengesError>()
            var next = contest
            ContestDraft(call).apply(
                to: &next,
                isCategoryKnown: true,
                at: .noon,
                under: ContestRules(),
                &problems
            )
            #expect((next.life.times == contest.life.times) == isSame, "\(zone ?? "none")")
        }
    }

    @Test(arguments: [ContestLife.State.draft, .scheduled])
    func `before the start everything may change`(state: ContestLife.State) {
        let others = [owner, UserID(), UserID()]
        for (name, change) in Self.rules + Self.rest {
            #expect(problems(contest(state), with: others, change) == [], "\(name)")
        }
        #expect(problems(contest(state), with: others) { $0.capacity = 3 } == [])
        #expect(problems(contest(state)) { $0.endsAt = .noon + .days(2) } == [])
    }

    @Test(arguments: [ContestLife.State.active, .settling])
    func `after it the rules are locked, and the rest is not`(state: ContestLife.State) {
        for (pointer, change) in Self.rules {
            let said = ["\(pointer) challenges.rules_locked"]
            #expect(problems(contest(state), change) == said, "\(pointer)")
        }
        for (name, change) in Self.rest {
            #expect(problems(contest(state), with: [owner, UserID()], change) == [], "\(name)")
        }
        let metric = problems(contest(state)) { $0.metric = .steps }
        #expect(metric.contains("/metric challenges.rules_locked"))
        let percent = problems(contest(state)) { ($0.score, $0.target) = (.percent, Amount("1")) }
        #expect(percent.contains("/score challenges.rules_locked"))
        #expect(percent.contains("/target challenges.target_fixed"))
        let lower = problems(contest(state)) { ($0.aggregation, $0.direction) = (.min, .lower) }
        #expect(
            lower == [
                "/aggregation challenges.rules_locked", "/direction challenges.rules_locked",
            ]
        )
    }

    @Test func `what is so already is no change`() {
        let same = problems(contest(.active)) { call in
            call.unit = "litres"
            call.goal = Amount("20")
            call.proof = .optional
            call.startsAt = .noon
            call.endsAt = ContestLife.end
            call.timeZone = "UTC"
            call.aggregation = .sum
            call.visibility = .friends
            call.capacity = 10
            call.authorPlays = true
            call.invitees = []
        }
        #expect(same == [])
    }

    @Test func `the end moves later only, at most to 366 days after the start`() {
        let active = contest(.active)
        let end = ContestLife.end
        let only = ["/endsAt challenges.end_only_later"]
        let invalid = ["/endsAt challenges.end_invalid"]
        #expect(problems(active) { $0.endsAt = end - .tick } == only)
        #expect(problems(active) { $0.endsAt = .noon } == only)
        #expect(problems(active) { $0.endsAt = end + .tick } == [])
        #expect(problems(active) { $0.endsAt = .noon + .days(366) } == [])
        #expect(problems(active) { $0.endsAt = .noon + .days(366) + .tick } == invalid)
        let day = problems(active) { $0.endsOn = CivilDate(daysSince1970: 19_680) }
        #expect(day == ["/endsOn challenges.end_only_later"])
        // Before the start it moves earlier too.
        #expect(problems(contest(.scheduled)) { $0.endsAt = end - .days(1) } == [])
        // An endless one has no later end.
        var endless = contest(.active, .open)
        endless.life.endsAt = nil
        #expect(problems(endless) { $0.endsAt = end } == only)
    }

    @Test func `where days with an entry are counted, whole days stay whole, and others do not`() {
        let midnight = Instant(microseconds: 19_675 * 86_400_000_000)
        var whole = contest(.active)
        whole.aggregation = .daysActive
        whole.life.times = ContestTimes(
            startsAt: midnight,
            endsAt: midnight + .days(7),
            wholeDays: true
        )
        var other = whole
        other.life.times.endsAt = midnight + .days(7) - .hours(1)
        other.life.times.wholeDays = false
        let locked = ["/endsAt challenges.rules_locked"]
        let later = midnight + .days(8)
        #expect(problems(whole) { $0.endsAt = later } == [])
        #expect(problems(whole) { $0.endsAt = later + .tick } == locked)
        #expect(problems(other) { $0.endsAt = later + .tick } == [])
        #expect(problems(other) { $0.endsAt = later } == locked)
        let day = problems(other) { $0.endsOn = CivilDate(daysSince1970: 19_682) }
        #expect(day == ["/endsOn challenges.rules_locked"])
        // Where something else is counted, only when it was done matters.
        for var contest in [whole, other] {
            contest.aggregation = .sum
            #expect(problems(contest) { $0.endsAt = later } == [])
            #expect(problems(contest) { $0.endsAt = later + .tick } == [])
        }
    }

    @Test func `an end that has passed, or that its owner has set, is final`() {
        let locked = ["/endsAt challenges.rules_locked"]
        let later = ContestLife.end + .days(1)
        #expect(problems(contest(.settling)) { $0.endsAt = later } == locked)
        var ended = contest(.active)
        ended.life.endedAt = .noon
        #expect(problems(ended) { $0.endsAt = later } == locked)
        #expect(problems(ended) { $0.endsAt = ContestLife.end } == [])
    }

    @Test func `a capacity below those joined is refused, and after the start a smaller one`() {
        let joined = (0..<5).map { _ in UserID() }
        let below = ["/capacity challenges.capacity_below_joined"]
        let locked = ["/capacity challenges.rules_locked"]
        for state in [ContestLife.State.scheduled, .active] {
            #expect(problems(contest(state), with: joined) { $0.capacity = 4 } == below)
            let fits = problems(contest(state), with: joined) { $0.capacity = 5 }
            #expect(fits == (state == .active ? locked : []))
            #expect(problems(contest(state), with: joined) { $0.capacity = 11 } == [])
        }
        // Any number was more than that.
        var endless = contest(.active, .open)
        endless.capacity = nil
        #expect(problems(endless, with: joined) { $0.capacity = 100 } == locked)
        endless.life = .in(.scheduled)
        #expect(problems(endless, with: joined) { $0.capacity = 100 } == [])
    }

    @Test func `scores become percentages only before other users have joined`() {
        let locked = ["/score challenges.rules_locked"]
        let missing = ["/target challenges.target_missing"]
        let percent = { (call: inout ChangeContest) in call.score = .percent }
        let aimed = { (call: inout ChangeContest) in
            (call.score, call.target) = (.percent, Amount("5"))
        }
        let scheduled = contest(.scheduled)
        #expect(problems(scheduled, percent) == [])
        #expect(problems(scheduled, with: [owner], percent) == missing)
        #expect(problems(scheduled, with: [owner], aimed) == [])
        for joined in [[owner, UserID()], [UserID()]] {
            #expect(problems(scheduled, with: joined, aimed) == locked)
            #expect(problems(scheduled, with: joined, percent) == locked)
        }
        #expect(problems(contest(.draft), percent) == [])
        // The other way needs nothing of anybody, and what is so already is no change.
        var other = scheduled
        other.score = .percent
        other.challenge.snapshot.target = nil
        #expect(problems(other, with: [owner, UserID()]) { $0.score = .raw } == [])
        #expect(problems(other, with: [owner, UserID()], percent) == [])
    }

    @Test func `a wider visibility is refused once somebody has joined, and after the start`() {
        let widened = ["/visibility challenges.visibility_widened"]
        let locked = ["/visibility challenges.rules_locked"]
        let wide = { (call: inout ChangeContest) in call.visibility = .public }
        #expect(problems(contest(.scheduled), wide) == [])
        #expect(problems(contest(.scheduled), with: [owner], wide) == [])
        #expect(problems(contest(.scheduled), with: [owner, UserID()], wide) == widened)
        #expect(problems(contest(.active), with: [owner], wide) == locked)
        #expect(problems(contest(.active), with: [UserID()], wide) == widened)
        #expect(problems(contest(.draft), wide) == [])
    }

    @Test func `who sees no more than another`() {
        let values: [ContestVisibility] = [.private, .friends, .link, .public]
        let within = values.map { one in values.filter { one.isWithin($0) } }
        #expect(
            within == [
                [.private, .friends, .link, .public], [.friends, .public], [.link, .public],
                [.public],
            ]
        )
    }

    @Test func `whom it invites and whether its author plays can change only in a draft`() {
        let guests = [UserID()]
        for state in ContestLife.State.allCases where !state.isOver {
            let locked = state != .draft
            let invitees = problems(contest(state)) { $0.invitees = guests }
            #expect(invitees == (locked ? ["/invitees challenges.rules_locked"] : []))
            let plays = problems(contest(state)) { $0.authorPlays = false }
            #expect(plays == (locked ? ["/authorPlays challenges.rules_locked"] : []))
        }
    }

    // What a change means.

    @Test func `in another zone whole days stay the same days`() throws {
        var contest = contest(.scheduled)
        contest.life.startsAt = Instant(microseconds: 19_680 * 86_400_000_000)
        contest.life.endsAt = Instant(microseconds: 19_687 * 86_400_000_000)
        contest.life.wholeDays = true
        contest.challenge.snapshot.metric = .steps
        var problems = FieldProblems<ChallengesError>()
        var next = contest
        let call = ChangeContest(contest: contest.id, timeZone: "Europe/Berlin")
        ContestDraft(call).apply(
            to: &next,
            isCategoryKnown: true,
            at: .noon,
            under: ContestRules(),
            &problems
        )
        #expect(problems.isEmpty)
        #expect(next.life.wholeDays)
        // In November it is an hour ahead of UTC.
        #expect(next.life.startsAt == contest.life.startsAt.map { $0 - .hours(1) })
        #expect(next.life.endsAt == contest.life.endsAt.map { $0 - .hours(1) })
    }

    @Test func `scores in percent take the goal away, and others the target`() {
        var problems = FieldProblems<ChallengesError>()
        var next = contest(.draft)
        for (score, hasGoal) in [(Contest.Score.percent, false), (.raw, false)] {
            let target = score == .percent ? Amount("5") : nil
            let call = ChangeContest(contest: next.id, score: score, target: target)
            ContestDraft(call).apply(
                to: &next,
                isCategoryKnown: true,
                at: .noon,
                under: ContestRules(),
                &problems
            )
            #expect((next.goal != nil) == hasGoal)
            #expect(next.authorTarget == target)
        }
        #expect(problems.isEmpty)
    }

    // Publishing.

    @Test func `a draft needs what publishing needs, at that moment`() {
        func problems(_ change: (inout ContestRecord) -> Void) -> [String] {
            var draft = contest(.draft)
            change(&draft)
            var problems = FieldProblems<ChallengesError>()
            draft.checkPublishable(at: .noon, under: ContestRules(), &problems)
            return problems.isEmpty ? [] : problems.refusal().fault.said
        }
        #expect(problems { _ in } == [])
        #expect(problems { $0.life.startsAt = nil } == [])
        #expect(problems { $0.life.endsAt = nil } == ["/endsAt challenges.end_missing"])
        let unit = problems { $0.challenge.snapshot.unit = nil }
        #expect(unit == ["/unit challenges.unit_missing"])
        let start = problems { $0.life.startsAt = .noon - .days(1) }
        #expect(start == ["/startsAt challenges.start_invalid"])
        let end = problems { $0.life.endsAt = .noon }
        #expect(end == ["/endsAt challenges.end_invalid"])
        let days = problems { draft in
            draft.life.startsAt = Instant(microseconds: 19_674 * 86_400_000_000)
            draft.life.wholeDays = true
        }
        #expect(days == ["/startsOn challenges.start_invalid"])
        let metric = problems { $0.challenge.snapshot.metric = .steps }
        #expect(metric == ["/startsAt challenges.contest_whole_days"])
        let percent = problems { $0.score = .percent }
        #expect(percent == ["/target challenges.target_missing"])
        #expect(problems { ($0.score, $0.authorPlays) = (.percent, false) } == [])
    }

    // Equal contests.

    @Test func `texts are compared byte by byte`() {
        var (one, other) = (contest(.draft), contest(.draft))
        #expect(one.says(whatIsSaidBy: other))
        one.challenge.name = "Caf\u{E9}"
        other.challenge.name = "Cafe\u{301}"
        #expect(!one.says(whatIsSaidBy: other))
    }

    @Test func `every field that can change is compared`() {
        let before = contest(.scheduled)
        let others: [(String, Change)] = [
            ("metric", { $0.metric = .steps }), ("score", { $0.score = .percent }),
            ("direction", { $0.direction = .lower }), ("end", { $0.endsAt = .noon + .days(9) }),
            ("invitees", { $0.invitees = [UserID()] }), ("author", { $0.authorPlays = false }),
        ]
        for (name, change) in Self.rules + Self.rest + others {
            var call = ChangeContest(contest: before.id)
            change(&call)
            var problems = FieldProblems<ChallengesError>()
            var next = before
            ContestDraft(call).apply(
                to: &next,
                isCategoryKnown: true,
                at: .noon,
                under: ContestRules(),
                &problems
            )
            #expect(!next.says(whatIsSaidBy: before), "\(name)")
        }
    }
}
