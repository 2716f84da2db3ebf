import ChallengesAPI
import ChallengesTestKit
import Identifiers
import Testing
import Values
import Wire

@testable import Challenges
@testable import ChallengesCore
@testable import Contests

/// What a new contest may say: each field by itself, and all together.
struct ContestDraftTests {
    private static let now = Instant.noon
    private static let week = now + .days(7)

    /// The contest that a call makes, and what is wrong with it.
    private func made(
        _ call: CreateContest,
        isCategoryKnown: Bool = true,
        under rules: ContestRules = ContestRules()
    ) -> (contest: ContestRecord, said: [String]) {
        var problems = FieldProblems<ChallengesError>()
        var draft = ContestDraft(call)
        draft.check(under: rules, &problems)
        var contest = ContestRecord(
            ChallengeID(),
            call.kind,
            of: UserID(),
            saying: ChallengeContent(call.kind, name: "", description: ""),
            in: "UTC",
            at: Self.now,
            under: rules
        )
        draft.apply(
            to: &contest,
            isCategoryKnown: isCategoryKnown,
            at: Self.now,
            under: rules,
            &problems
        )
        if call.draft != true {
            contest.checkComplete(&problems)
            contest.checkAuthor(&problems)
        }
        return (contest, problems.isEmpty ? [] : problems.refusal().fault.said)
    }

    /// What is wrong with a competition of litres for a week that is otherwise right.
    private func problems(
        under rules: ContestRules = ContestRules(),
        _ change: (inout CreateContest) -> Void
    ) -> [String] {
        var call = CreateContest(name: "Water", unit: "litres", endsAt: Self.week)
        change(&call)
        return made(call, under: rules).said
    }

    private static func text(_ count: Int) -> String { String(repeating: "ä", count: count) }

    // Each field by itself: the limits, and one beyond each.

    @Test(arguments: [
        ("x", true), (text(80), true), ("", false), (" ", false), (text(81), false),
        ("a\nb", false), ("\0", false),
    ])
    func `a name is one line of 1 to 80 characters`(text: String, isRight: Bool) {
        #expect(problems { $0.name = text } == (isRight ? [] : ["/name challenges.name_invalid"]))
    }

    @Test(arguments: [("", true), (text(200), true), (text(201), false), ("a\nb", false)])
    func `a caption is one line of at most 200 characters`(text: String, isRight: Bool) {
        let said = isRight ? [] : ["/caption challenges.caption_invalid"]
        #expect(problems { $0.caption = text } == said)
    }

    @Test(arguments: [("a\nb", true), (text(2_000), true), (text(2_001), false), ("\0", false)])
    func `a description has at most 2,000 characters`(text: String, isRight: Bool) {
        let said = isRight ? [] : ["/description challenges.description_invalid"]
        #expect(problems { $0.description = text } == said)
    }

    @Test(arguments: [("x", true), (text(40), true), (text(41), false), (" ", false), ("", false)])
    func `a unit is one line of at most 40 characters`(text: String, isRight: Bool) {
        let said = problems { $0.unit = text }
        // Without the wrong one there is none.
        #expect(isRight ? said.isEmpty : said.first == "/unit challenges.unit_invalid")
    }

    @Test(arguments: [(-1, false), (0, false), (1, true), (Amount.millionthsMax, true)])
    func `a goal and a target are above 0`(millionths: Int64, isRight: Bool) {
        let amount = Amount(millionths: millionths)
        let goal = isRight ? [] : ["/goal challenges.target_invalid"]
        #expect(problems { $0.goal = amount } == goal)
        let target = isRight ? [] : ["/target challenges.target_invalid"]
        #expect(problems { ($0.score, $0.target) = (.percent, amount) } == target)
    }

    @Test(arguments: [
        (1, false), (2, true), (10_000, true), (10_001, false), (0, false), (-1, false),
    ])
    func `a capacity is 2 to 10,000`(capacity: Int, isRight: Bool) {
        let said = isRight ? [] : ["/capacity challenges.capacity_invalid"]
        #expect(problems { $0.capacity = capacity } == said)
    }

    @Test func `an operator may allow fewer people`() {
        let rules = ContestRules(contestCapacity: 50)
        #expect(problems(under: rules) { $0.capacity = 50 } == [])
        let said = ["/capacity challenges.capacity_invalid"]
        #expect(problems(under: rules) { $0.capacity = 51 } == said)
        let call = CreateContest(name: "Water", unit: "litres", endsAt: Self.week)
        #expect(made(call, under: rules).contest.capacity == 50)
    }

    @Test(arguments: [
        ("Europe/Berlin", true), ("UTC", true), ("", false), ("CET", true), ("europe/berlin", true),
        ("PST", false), ("+01:00", false),
        ("Europe/Berlin ", false), ("Europe/Nowhere", false), ("../etc/passwd", false),
        (String(repeating: "A", count: 1_000), false),
    ])
    func `a time zone has an IANA name`(name: String, isRight: Bool) {
        let said = isRight ? [] : ["/timeZone challenges.zone_unknown"]
        #expect(problems { $0.timeZone = name } == said)
    }

    @Test func `what a later release may choose is refused here`() {
        let said = problems { call in
            call.metric = .unknown
            call.proof = .unknown
            call.visibility = .unknown
            call.aggregation = .unknown
            call.direction = .unknown
            call.score = .unknown
            call.sources = .unknown
        }
        #expect(
            said == [
                "/metric challenges.metric_unknown", "/proof challenges.proof_unknown",
                "/visibility challenges.visibility_unknown",
                "/aggregation challenges.aggregation_unknown",
                "/direction challenges.direction_unknown", "/score challenges.score_unknown",
                "/sources challenges.sources_unknown",
            ]
        )
    }

    @Test func `a category must be one that there is`() {
        let call = CreateContest(
            name: "Water",
            category: "swimming",
            unit: "litres",
            endsAt: Self.week
        )
        let said = ["/category challenges.category_unknown"]
        #expect(made(call, isCategoryKnown: false).said == said)
        #expect(made(call).contest.challenge.snapshot.category == "swimming")
        #expect(problems { $0.category = "Swimming" } == said)
    }

    // What is counted, and how.

    @Test func `only the lower value of min and latest wins, and not in percent`() {
        let said = ["/direction challenges.contest_direction"]
        for aggregation in [Contest.Aggregation.sum, .max, .min, .latest, .daysActive] {
            let isRight = aggregation == .min || aggregation == .latest
            let lower = problems { call in
                (call.aggregation, call.direction) = (aggregation, .lower)
            }
            #expect(lower == (isRight ? [] : said), "\(aggregation)")
            let percent = problems { call in
                (call.aggregation, call.direction) = (aggregation, .lower)
                (call.score, call.target) = (.percent, Amount("1"))
            }
            #expect(percent == said, "\(aggregation)")
            let higher = problems { call in
                (call.aggregation, call.direction) = (aggregation, .higher)
            }
            #expect(higher == [], "\(aggregation)")
        }
        // Without an aggregation it is the sum.
        #expect(problems { $0.direction = .lower } == said)
    }

    @Test func `scores in percent need personal targets, and others have none`() {
        #expect(problems { $0.score = .percent } == ["/target challenges.target_missing"])
        #expect(problems { ($0.score, $0.target) = (.percent, Amount("2")) } == [])
        #expect(problems { ($0.score, $0.authorPlays) = (.percent, false) } == [])
        #expect(problems { $0.target = Amount("2") } == ["/target challenges.target_unwanted"])
        let both = problems { call in
            (call.score, call.target, call.goal) = (.percent, Amount("2"), Amount("2"))
        }
        #expect(both == ["/goal challenges.goal_unwanted"])
        // In an open contest the author joins later, and sets it then.
        #expect(problems { ($0.kind, $0.score) = (.open, .percent) } == [])
    }

    @Test func `where whole numbers are counted, goals and targets are some`() {
        let half = Amount("1.5")
        let goal = problems { ($0.wholeNumbers, $0.goal) = (true, half) }
        #expect(goal == ["/goal challenges.target_not_whole"])
        let target = problems { call in
            (call.wholeNumbers, call.score, call.target) = (true, .percent, half)
        }
        #expect(target == ["/target challenges.target_not_whole"])
        #expect(problems { ($0.wholeNumbers, $0.goal) = (true, Amount("2")) } == [])
        #expect(problems { ($0.wholeNumbers, $0.goal) = (false, half) } == [])
    }

    @Test func `all but an open contest without a goal needs a unit`() {
        let said = ["/unit challenges.unit_missing"]
        #expect(problems { $0.unit = nil } == said)
        #expect(problems { ($0.kind, $0.unit) = (.open, nil) } == [])
        #expect(problems { ($0.kind, $0.unit, $0.goal) = (.open, nil, Amount("1")) } == said)
        #expect(problems { ($0.kind, $0.unit, $0.score) = (.open, nil, .percent) } == said)
        #expect(problems { ($0.unit, $0.draft) = (nil, true) } == [])
    }

    // Times.

    private static func day(_ offset: Int64) -> CivilDate {
        // Noon's day in UTC.
        CivilDate(daysSince1970: 19_675 + offset)
    }

    @Test func `a competition needs an end, an open contest does not`() {
        #expect(problems { $0.endsAt = nil } == ["/endsAt challenges.end_missing"])
        #expect(problems { ($0.kind, $0.endsAt) = (.open, nil) } == [])
        #expect(problems { ($0.endsAt, $0.draft) = (nil, true) } == [])
    }

    @Test(
        arguments: [
            (.zero, false), (.tick, true), (.days(366), true), (.days(366) + .tick, false),
            (.zero - .days(1), false),
        ] as [(Duration, Bool)]
    )
    func `it ends after it begins, at most 366 days later`(length: Duration, isRight: Bool) {
        let said = isRight ? [] : ["/endsAt challenges.end_invalid"]
        // Midnight is no help: the longest one ends at the same time of day.
        #expect(problems { $0.endsAt = Self.now + length } == said)
        let start = Self.now + .days(3)
        #expect(problems { ($0.startsAt, $0.endsAt) = (start, start + length) } == said)
    }

    @Test func `it ends ahead, even if it began earlier today`() {
        let morning = Self.now - .hours(9)
        #expect(problems { $0.startsAt = morning } == [])
        let said = ["/endsAt challenges.end_invalid"]
        #expect(problems { ($0.startsAt, $0.endsAt) = (morning, Self.now) } == said)
        #expect(problems { ($0.startsAt, $0.endsAt) = (morning, Self.now + .tick) } == [])
    }

    @Test func `it begins today or later, at most 366 days ahead`() {
        let midnight = Instant(microseconds: Self.day(0).daysSince1970 * 86_400_000_000)
        let said = ["/startsAt challenges.start_invalid"]
        #expect(problems { $0.startsAt = midnight } == [])
        #expect(problems { $0.startsAt = midnight - .tick } == said)
        let far = Self.now + .days(366)
        #expect(problems { ($0.startsAt, $0.endsAt) = (far, far + .days(1)) } == [])
        let further = far + .tick
        #expect(problems { ($0.startsAt, $0.endsAt) = (further, further + .days(1)) } == said)
        // Of days, too.
        let days = ["/startsOn challenges.start_invalid"]
        #expect(problems { $0.startsOn = Self.day(0) } == [])
        #expect(problems { $0.startsOn = Self.day(-1) } == days)
        let last = problems { call in
            (call.startsOn, call.endsAt, call.endsOn) = (Self.day(366), nil, Self.day(366))
        }
        #expect(last == [])
        let beyond = problems { call in
            (call.startsOn, call.endsAt, call.endsOn) = (Self.day(367), nil, Self.day(367))
        }
        #expect(beyond == days)
    }

    @Test func `what today is depends on the zone`() {
        // It is 22:13 in UTC, and the next day in Tokyo.
        let tokyo = problems { call in
            (call.timeZone, call.startsOn, call.endsAt) = ("Asia/Tokyo", Self.day(0), nil)
            call.endsOn = Self.day(5)
        }
        #expect(tokyo == ["/startsOn challenges.start_invalid"])
        let york = problems { call in
            (call.timeZone, call.startsOn, call.endsAt) = ("America/New_York", Self.day(0), nil)
            call.endsOn = Self.day(5)
        }
        #expect(york == [])
    }

    @Test(arguments: [(0, true), (-1, false), (365, true), (366, false)])
    func `the last day is not before the first, and they are at most 366`(
        days: Int64,
        isRight: Bool
    ) {
        let said = problems { call in
            (call.startsOn, call.endsAt) = (Self.day(1), nil)
            call.endsOn = Self.day(1 + days)
        }
        #expect(said == (isRight ? [] : ["/endsOn challenges.end_invalid"]))
    }

    @Test func `an operator may set another bound`() {
        let rules = ContestRules(contestMax: .seconds(20))
        #expect(problems(under: rules) { $0.endsAt = Self.now + .seconds(20) } == [])
        let end = problems(under: rules) { $0.endsAt = Self.now + .seconds(21) }
        #expect(end == ["/endsAt challenges.end_invalid"])
        let start = problems(under: rules) { call in
            call.startsAt = Self.now + .seconds(21)
            call.endsAt = Self.now + .seconds(22)
        }
        #expect(start == ["/startsAt challenges.start_invalid"])
    }

    @Test func `a day beside a moment is one too many`() {
        let said = problems { call in
            (call.startsAt, call.startsOn) = (Self.now + .days(1), Self.day(1))
            (call.endsAt, call.endsOn) = (Self.week, Self.day(7))
        }
        #expect(
            said == ["/startsOn challenges.time_repeated", "/endsOn challenges.time_repeated"]
        )
    }

    @Test func `what a phone measures is counted by days`() {
        func said(_ change: (inout CreateContest) -> Void) -> [String] {
            problems { call in
                (call.unit, call.metric, call.endsAt) = (nil, .steps, nil)
                change(&call)
            }
        }
        let (first, last) = (Self.day(1), Self.day(7))
        #expect(said { ($0.startsOn, $0.endsOn) = (first, last) } == [])
        // Moments at which days begin are as good.
        let midnight = Instant(microseconds: first.daysSince1970 * 86_400_000_000)
        #expect(said { ($0.startsAt, $0.endsOn) = (midnight, last) } == [])
        let start = said { ($0.startsAt, $0.endsOn) = (midnight + .tick, last) }
        #expect(start == ["/startsAt challenges.contest_whole_days"])
        let end = said { ($0.startsOn, $0.endsAt) = (first, Self.week) }
        #expect(end == ["/endsAt challenges.contest_whole_days"])
        let none = said { $0.endsOn = last }
        #expect(none == ["/startsOn challenges.contest_whole_days"])
        // A draft may lack them still, but not have others.
        #expect(said { $0.draft = true } == [])
        #expect(said { ($0.draft, $0.startsAt) = (true, midnight + .tick) } == start)
        // Days of another zone begin elsewhere.
        let zone = said { call in
            (call.timeZone, call.startsAt, call.endsOn) = ("Europe/Berlin", midnight, last)
        }
        #expect(zone == ["/startsAt challenges.contest_whole_days"])
        #expect(said { ($0.kind, $0.startsOn) = (.open, first) } == [])
    }

    @Test func `a metric has its own unit`() {
        let days = { (call: inout CreateContest) in
            (call.startsOn, call.endsAt, call.endsOn) = (Self.day(1), nil, Self.day(7))
        }
        let said = problems { call in
            days(&call)
            (call.metric, call.unit) = (.steps, "litres")
        }
        #expect(said == ["/unit challenges.metric_unit"])
        var call = CreateContest(name: "Walk", metric: .distance)
        days(&call)
        #expect(made(call).said == [])
        #expect(made(call).contest.unit == "m")
    }

    @Test func `all problems are reported at once`() {
        let call = CreateContest(
            name: "",
            caption: "a\nb",
            description: "\0",
            category: "Swimming",
            unit: "\n",
            goal: Amount(millionths: 0),
            startsAt: Self.now - .days(1),
            endsAt: Self.now - .days(2),
            timeZone: "Nowhere",
            direction: .lower,
            capacity: 1,
            target: Amount(millionths: 0)
        )
        #expect(
            made(call).said == [
                "/name challenges.name_invalid", "/caption challenges.caption_invalid",
                "/description challenges.description_invalid",
                "/category challenges.category_unknown", "/unit challenges.unit_invalid",
                "/goal challenges.target_invalid", "/target challenges.target_invalid",
                "/timeZone challenges.zone_unknown", "/capacity challenges.capacity_invalid",
                "/target challenges.target_unwanted", "/direction challenges.contest_direction",
                "/startsAt challenges.start_invalid", "/endsAt challenges.end_invalid",
                "/unit challenges.unit_missing",
            ]
        )
    }

    // Defaults.

    @Test func `where nobody says otherwise`() {
        let call = CreateContest(name: "Water", unit: "litres", endsAt: Self.week)
        let competition = made(call).contest
        #expect(competition.visibility == .private)
        #expect(competition.capacity == 10_000)
        #expect(competition.authorPlays)
        #expect(competition.challenge.proof == .optional)
        #expect(competition.aggregation == .sum)
        #expect(competition.direction == .higher)
        #expect(competition.score == .raw)
        #expect(competition.sources == .any)
        #expect(!competition.needsApproval)
        #expect(!competition.membersMayInvite)
        #expect(!competition.locksLate)
        #expect(competition.life.state == .draft)
        #expect(competition.life.startsAt == nil)
        #expect(!competition.life.wholeDays)
        let open = made(CreateContest(kind: .open, name: "Sing", authorPlays: true)).contest
        #expect(open.visibility == .public)
        #expect(open.capacity == nil)
        #expect(!open.authorPlays)
        #expect(open.life.endsAt == nil)
        let few = CreateContest(kind: .open, name: "Sing", capacity: 5)
        #expect(made(few).contest.capacity == 5)
    }
}
