import ChallengesAPI
import ChallengesTestKit
import Identifiers
import IdentityAPI
import Testing
import Values

@testable import Challenges
@testable import ChallengesCore
@testable import Contests

/// When a contest counts what was done (2.3-back-dated, 2.9-clocks, 2.9-local-day).
struct EntryTimeTests {
    private static let start = ContestRecord.startsAt
    private static let end = ContestRecord.endsAt

    private static func add(
        occurredAt: Instant? = nil,
        source: Entry.Source? = nil
    ) -> EntryDraft {
        EntryDraft(
            AddEntry(
                contest: ChallengeID(),
                amount: .of("1"),
                occurredAt: occurredAt,
                source: source
            )
        )
    }

    /// When the contest counts a draft; `nil` if it does not.
    private static func moment(
        _ draft: EntryDraft,
        _ contest: ContestRecord,
        joinedAt: Instant? = start - .days(1),
        in zone: String = "UTC",
        at now: Instant
    ) -> Instant? {
        let days = LocalDays([ZoneChange(since: start - .days(30), name: zone)])
        let time = draft.time(
            in: contest,
            joinedAt: joinedAt,
            days: days,
            at: now,
            under: ContestRules()
        )
        if let time { #expect(time.localDay == days.day(of: time.occurredAt)) }
        return time?.occurredAt
    }

    // Moments.

    @Test(arguments: [Entry.Source?.none, .manual, .device])
    func `what was done lies in the contest, and before its end`(source: Entry.Source?) {
        let contest = ContestRecord.ofEntries()
        let (later, last) = (Self.start + .hours(1), Self.end - .tick)
        let cases: [(Instant, Instant, Bool)] = [
            (Self.start, later, true), (Self.start + .tick, later, true), (last, last, true),
            (Self.end, last, false),
        ]
        for (moment, now, isValid) in cases {
            let draft = Self.add(occurredAt: moment, source: source)
            #expect(Self.moment(draft, contest, at: now) == (isValid ? moment : nil))
        }
        // Without a moment it was now.
        let now = Self.start + .minutes(9)
        #expect(Self.moment(Self.add(source: source), contest, at: now) == now)
        #expect(Self.moment(Self.add(source: source), contest, at: Self.end) == nil)
    }

    @Test(arguments: [Entry.Source.manual, .device])
    func `what was done up to five minutes before the start counts as done then`(
        source: Entry.Source
    ) {
        let contest = ContestRecord.ofEntries()
        let now = Self.start + .hours(1)
        let cases: [(Duration, Bool)] = [
            (.tick, true), (.minutes(5), true), (.minutes(5) + .tick, false), (.hours(1), false),
        ]
        for (before, isValid) in cases {
            let draft = Self.add(occurredAt: Self.start - before, source: source)
            let counted = Self.moment(draft, contest, at: now)
            #expect(counted == (isValid ? Self.start : nil), "\(before)")
        }
        // A process whose clock is behind that of the one that began it.
        let here = Self.add(source: source)
        #expect(Self.moment(here, contest, at: Self.start - .seconds(1)) == Self.start)
    }

    @Test func `while it settles, what was done before the end counts`() {
        let contest = ContestRecord.ofEntries(state: .settling)
        let now = Self.end + .hours(23)
        let last = Self.end - .tick
        #expect(Self.moment(Self.add(occurredAt: last), contest, at: now) == last)
        #expect(Self.moment(Self.add(occurredAt: Self.end), contest, at: now) == nil)
        #expect(Self.moment(Self.add(), contest, at: now) == nil)
    }

    @Test func `a contest without an end has none`() {
        let contest = ContestRecord.ofEntries(kind: .open, endsAt: nil)
        let now = Self.start + .days(3_000)
        #expect(Self.moment(Self.add(), contest, at: now) == now)
    }

    @Test(arguments: [ContestLife.State.draft, .scheduled, .completed, .cancelled])
    func `nothing counts before it begins, nor once it is over`(state: ContestLife.State) {
        let days = Self.walk(state: state)
        for (contest, start) in [(.ofEntries(state: state), Self.start), (days, Self.midnight)] {
            for source in [Entry.Source.manual, .device] {
                let draft = Self.add(occurredAt: start + .minutes(1), source: source)
                #expect(Self.moment(draft, contest, at: start - .minutes(1)) == nil)
                #expect(Self.moment(draft, contest, at: start + .hours(1)) == nil)
            }
        }
    }

    @Test(arguments: [Entry.Source.manual, .device])
    func `a clock may be five minutes ahead`(source: Entry.Source) {
        let contest = ContestRecord.ofEntries()
        let now = Self.start + .days(3)
        let latest = now + .minutes(5)
        let draft = Self.add(occurredAt: latest, source: source)
        #expect(Self.moment(draft, contest, at: now) == latest)
        let later = Self.add(occurredAt: latest + .tick, source: source)
        #expect(Self.moment(later, contest, at: now) == nil)
    }

    @Test func `what was typed in is at most 48 hours back, what a device measured any time`() {
        let contest = ContestRecord.ofEntries()
        let now = Self.start + .days(5)
        let oldest = now - .hours(48)
        #expect(Self.moment(Self.add(occurredAt: oldest), contest, at: now) == oldest)
        let older = oldest - .tick
        #expect(Self.moment(Self.add(occurredAt: older), contest, at: now) == nil)
        let measured = Self.add(occurredAt: older, source: .device)
        #expect(Self.moment(measured, contest, at: now) == older)
        let first = Self.add(occurredAt: Self.start, source: .device)
        #expect(Self.moment(first, contest, at: now) == Self.start)
    }

    @Test func `what was typed in was done after joining, what a device measured may be older`() {
        let contest = ContestRecord.ofEntries()
        let (joined, now) = (Self.start + .days(1), Self.start + .days(2))
        let cases: [(Duration, Instant?)] = [
            (.zero, joined), (.tick, joined), (.minutes(5), joined), (.minutes(5) + .tick, nil),
        ]
        for (before, counted) in cases {
            let moment = joined - before
            let typed = Self.add(occurredAt: moment)
            #expect(Self.moment(typed, contest, joinedAt: joined, at: now) == counted)
            let measured = Self.add(occurredAt: moment, source: .device)
            #expect(Self.moment(measured, contest, joinedAt: joined, at: now) == moment)
        }
        // Nobody has joined without a time.
        #expect(Self.moment(Self.add(occurredAt: joined), contest, joinedAt: nil, at: now) == nil)
    }

    // Days.

    /// Midnight of 27 November in Los Angeles.
    private static let midnight = Instant(microseconds: 1_795_766_400_000_000)

    /// A contest in steps, or in days with an entry, of two days in Los Angeles.
    private static func walk(
        state: ContestLife.State = .active,
        metric: Metric? = .steps,
        timeZone: String = "America/Los_Angeles",
        startsAt: Instant = midnight,
        days: Int = 2
    ) -> ContestRecord {
        var contest = ContestRecord.ofEntries(
            state: state,
            metric: metric,
            aggregation: metric == nil ? .daysActive : .sum,
            timeZone: timeZone,
            startsAt: startsAt,
            endsAt: startsAt + .days(days)
        )
        contest.life.wholeDays = true
        return contest
    }

    @Test(arguments: [Metric?.none, .steps], [Entry.Source.manual, .device])
    func `of somebody ahead of the contest the whole first day counts, and nothing after the last`(
        metric: Metric?,
        source: Entry.Source
    ) throws {
        let contest = Self.walk(metric: metric)
        let (first, last) = (
            try #require(Instant(rfc3339: "2026-11-26T23:00:00Z")),
            try #require(Instant(rfc3339: "2026-11-28T23:00:00Z"))
        )
        let cases: [(Instant, Bool)] = [
            (first - .days(1), false), (first - .tick, false), (first, true),
            (Self.midnight - .hours(1), true), (Self.midnight, true), (last - .tick, true),
            (last, false), (last + .hours(8), false),
        ]
        for (moment, isValid) in cases {
            let draft = Self.add(occurredAt: moment, source: source)
            let now = max(moment, Self.midnight)
            let counted = Self.moment(
                draft,
                contest,
                joinedAt: Self.midnight - .days(9),
                in: "Europe/Berlin",
                at: now
            )
            #expect(counted == (isValid ? moment : nil), "\(moment)")
        }
    }

    @Test(arguments: [Metric?.none, .steps], [Entry.Source.manual, .device])
    func `of somebody behind the contest the last day counts until it is over there`(
        metric: Metric?,
        source: Entry.Source
    ) throws {
        let start = try #require(Instant(rfc3339: "2026-11-26T13:00:00Z"))
        let (first, last) = (
            try #require(Instant(rfc3339: "2026-11-27T05:00:00Z")),
            try #require(Instant(rfc3339: "2026-11-28T05:00:00Z"))
        )
        let end = start + .days(1)
        let cases: [(Instant, Bool)] = [
            (start, false), (first - .tick, false), (first, true), (end - .tick, true),
            (end, true), (last - .tick, true), (last, false),
        ]
        for (moment, isValid) in cases {
            let contest = Self.walk(
                state: moment < end ? .active : .settling,
                metric: metric,
                timeZone: "Pacific/Noumea",
                startsAt: start,
                days: 1
            )
            let counted = Self.moment(
                Self.add(occurredAt: moment, source: source),
                contest,
                joinedAt: start - .days(9),
                in: "America/New_York",
                at: moment
            )
            #expect(counted == (isValid ? moment : nil), "\(moment)")
        }
    }

    @Test func `where they are farthest ahead, all of the first day counts`() throws {
        let start = try #require(Instant(rfc3339: "2026-11-27T11:00:00Z"))
        let contest = Self.walk(timeZone: "Pacific/Niue", startsAt: start)
        let first = try #require(Instant(rfc3339: "2026-11-26T10:00:00Z"))
        for source in [Entry.Source.manual, .device] {
            for (moment, isValid) in [(first - .tick, false), (first, true)] {
                let counted = Self.moment(
                    Self.add(occurredAt: moment, source: source),
                    contest,
                    joinedAt: first - .days(1),
                    in: "Pacific/Kiritimati",
                    at: start
                )
                #expect(counted == (isValid ? moment : nil))
            }
        }
        for microseconds in [Int64.min, .max] {
            let draft = Self.add(occurredAt: Instant(microseconds: microseconds), source: .device)
            #expect(Self.moment(draft, contest, in: "Asia/Tokyo", at: start) == nil)
        }
    }

    @Test func `where days count, what was typed in counts from the day of joining`() throws {
        let contest = Self.walk()
        let joined = try #require(Instant(rfc3339: "2026-11-28T15:00:00Z"))
        let day = try #require(Instant(rfc3339: "2026-11-27T23:00:00Z"))
        let now = joined + .hours(1)
        func counted(_ moment: Instant, _ source: Entry.Source) -> Instant? {
            Self.moment(
                Self.add(occurredAt: moment, source: source),
                contest,
                joinedAt: joined,
                in: "Europe/Berlin",
                at: now
            )
        }
        for (moment, isValid) in [(day - .tick, false), (day, true), (joined, true)] {
            #expect(counted(moment, .manual) == (isValid ? moment : nil))
            #expect(counted(moment, .device) == moment)
        }
    }

    @Test func `where days count, a clock that is behind at midnight counts as then`() throws {
        let contest = Self.walk()
        let (now, joined) = (Self.midnight + .minutes(1), Self.midnight - .days(1))
        func counted(_ before: Duration, joinedAt: Instant) -> Instant? {
            Self.moment(
                Self.add(occurredAt: Self.midnight - before),
                contest,
                joinedAt: joinedAt,
                in: "America/Los_Angeles",
                at: now
            )
        }
        #expect(counted(.tick, joinedAt: joined) == Self.midnight)
        #expect(counted(.minutes(5), joinedAt: joined) == Self.midnight)
        #expect(counted(.minutes(5) + .tick, joinedAt: joined) == nil)
        // Joined at the start of the second day.
        let second = Self.midnight + .days(1) + .seconds(9)
        let late = Self.moment(
            Self.add(occurredAt: second - .minutes(5)),
            contest,
            joinedAt: second,
            in: "America/Los_Angeles",
            at: second
        )
        #expect(late == second)
    }

    @Test func `where days count, 48 hours and five minutes bound what is said all the same`() {
        let contest = Self.walk(days: 7)
        let now = Self.midnight + .days(4)
        let cases: [(Duration, Entry.Source, Bool)] = [
            (.minutes(5), .device, true), (.minutes(5) + .tick, .device, false),
            (.zero - .hours(48), .manual, true), (.zero - .hours(48) - .tick, .manual, false),
            (.zero - .hours(90), .device, true),
        ]
        for (ahead, source, isValid) in cases {
            let draft = Self.add(occurredAt: now + ahead, source: source)
            let counted = Self.moment(draft, contest, in: "America/Los_Angeles", at: now)
            #expect(counted == (isValid ? now + ahead : nil), "\(ahead)")
        }
    }

    // Repetitions.

    @Test func `a repetition may say a moment that counted as the start, or as joining`() {
        let contest = ContestRecord.ofEntries()
        let joined = Self.start + .hours(1)
        func says(_ said: Instant?, of made: Instant) -> Bool {
            let draft = Self.add(occurredAt: said)
            let day = CivilDate(daysSince1970: 19_675)
            let time = EntryTime(occurredAt: made, localDay: day)
            let entry = draft.entry(EntryID(), in: contest, by: UserID(), done: time, at: made)
            return draft.says(whenDone: entry, in: contest, joinedAt: joined, under: ContestRules())
        }
        for made in [Self.start, joined, joined + .hours(1)] {
            let isEdge = made <= joined
            #expect(says(nil, of: made))
            #expect(says(made, of: made))
            #expect(says(made - .tick, of: made) == isEdge)
            #expect(says(made - .minutes(5), of: made) == isEdge)
            #expect(!says(made - .minutes(5) - .tick, of: made))
            #expect(!says(made + .tick, of: made))
        }
    }
}
