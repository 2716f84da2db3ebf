import ChallengesAPI
import ChallengesTestKit
import Identifiers
import Testing
import Values

@testable import Challenges
@testable import Contests

/// How a person stands with what they logged (2.3-aggregation, 2.3-goal, 2.7-ranking).
struct ParticipantCountingTests {
    private static let noon = ContestRecord.startsAt + .hours(12)

    private static func items(_ amounts: String...) -> [Tally.Item] {
        amounts.enumerated().map { number, amount in
            Tally.Item(
                id: EntryID(),
                amount: .of(amount),
                occurredAt: noon + .minutes(number),
                localDay: CivilDate(daysSince1970: 20_000),
                createdAt: noon + .minutes(number)
            )
        }
    }

    private static func person(target: Amount? = nil) -> ParticipantRecord {
        ParticipantRecord(
            challenge: ChallengeID(),
            user: UserID(),
            state: .joined,
            joinedAt: ContestRecord.startsAt,
            target: target,
            version: 7
        )
    }

    @Test func `value, score and number are those of the entries; nothing else changes`() {
        let contest = ContestRecord.ofEntries()
        let before = Self.person()
        let after = before.counting(Self.items("2", "1.5"), in: contest, at: Self.noon)
        var expected = before
        expected.entries = 2
        expected.value = .of("3.5")
        expected.score = .of("3.5")
        expected.reachedAt = Self.noon
        #expect(after == expected)
        #expect(after.counting([], in: contest, at: Self.noon + .hours(1)) == before)
    }

    @Test func `the time of reaching a score stays as long as the score does`() {
        let contest = ContestRecord.ofEntries(aggregation: .max)
        let first = Self.person().counting(Self.items("5"), in: contest, at: Self.noon)
        #expect(first.reachedAt == Self.noon)
        let later = Self.noon + .hours(1)
        let same = first.counting(Self.items("5", "4"), in: contest, at: later)
        #expect(same.reachedAt == Self.noon)
        #expect(same.entries == 2)
        #expect(same.counting(Self.items("4"), in: contest, at: later).reachedAt == later)
    }

    @Test func `more than the whole target changes no percentage`() {
        let contest = ContestRecord.ofEntries(score: .percent)
        let person = Self.person(target: .of("4"))
        let half = person.counting(Self.items("2"), in: contest, at: Self.noon)
        #expect(half.value == .of("2"))
        #expect(half.score == .of("50"))
        #expect(half.completedAt == nil)
        let later = Self.noon + .hours(1)
        let whole = half.counting(Self.items("2", "2"), in: contest, at: later)
        #expect(whole.score == .of("100"))
        #expect(whole.reachedAt == later)
        #expect(whole.completedAt == later)
        let more = whole.counting(
            Self.items("2", "2", "9"),
            in: contest,
            at: later + .hours(1)
        )
        #expect(more.value == .of("13"))
        #expect(more.score == .of("100"))
        #expect(more.reachedAt == later)
    }

    @Test(arguments: [Contest.Score.raw, .percent])
    func `a goal completes once, and what no longer stands is flagged`(score: Contest.Score) {
        // In a contest of percentages the goal is one's own.
        let contest = ContestRecord.ofEntries(
            goal: score == .raw ? .of("5") : .of("1"),
            score: score
        )
        let person = Self.person(target: score == .percent ? .of("5") : nil)
        let almost = person.counting(Self.items("4.999999"), in: contest, at: Self.noon)
        #expect(almost.completedAt == nil)
        #expect(!almost.isFlagged)
        let first = Self.noon + .hours(1)
        let done = almost.counting(Self.items("4.999999", "0.000001"), in: contest, at: first)
        #expect(done.completedAt == first)
        #expect(!done.isFlagged)
        let less = done.counting(Self.items("4.999999"), in: contest, at: first + .hours(1))
        #expect(less.completedAt == first)
        #expect(less.isFlagged)
        let nothing = done.counting([], in: contest, at: first + .hours(1))
        #expect(nothing.completedAt == first)
        #expect(nothing.isFlagged)
        let again = less.counting(Self.items("6"), in: contest, at: first + .hours(2))
        #expect(again.completedAt == first)
        #expect(!again.isFlagged)
    }

    @Test(arguments: [Contest.Score.raw, .percent])
    func `a removal takes the completion back where the goal is not reached`(
        score: Contest.Score
    ) {
        let contest = ContestRecord.ofEntries(
            goal: score == .raw ? .of("5") : .of("1"),
            score: score
        )
        func counting(_ amounts: String..., from person: ParticipantRecord) -> ParticipantRecord {
            let items = amounts.flatMap { Self.items($0) }
            return person.counting(items, in: contest, at: Self.noon, isRemoval: true)
        }
        let person = Self.person(target: score == .percent ? .of("5") : nil)
        let done = person.counting(Self.items("5"), in: contest, at: Self.noon)
        #expect(counting("5", from: done).completedAt == Self.noon)
        for less in [counting("4.999999", from: done), counting(from: done)] {
            #expect(less.completedAt == nil)
            #expect(!less.isFlagged)
        }
        // What was flagged before, too.
        let flagged = done.counting(Self.items("4"), in: contest, at: Self.noon)
        #expect(flagged.isFlagged)
        #expect(counting("3", from: flagged).completedAt == nil)
        #expect(!counting("3", from: flagged).isFlagged)
    }

    @Test func `a lower goal is reached by less`() {
        let contest = ContestRecord.ofEntries(
            goal: .of("30"),
            aggregation: .min,
            direction: .lower
        )
        let slow = Self.person().counting(Self.items("30.5"), in: contest, at: Self.noon)
        #expect(slow.completedAt == nil)
        let fast = slow.counting(Self.items("30.5", "30"), in: contest, at: Self.noon)
        #expect(fast.completedAt == Self.noon)
    }

    @Test func `without a goal nothing is completed, and nothing flagged`() {
        let contest = ContestRecord.ofEntries(kind: .open)
        var person = Self.person()
        let logged = person.counting(Self.items("1000"), in: contest, at: Self.noon)
        #expect(logged.completedAt == nil)
        // What its person said.
        person.completedAt = Self.noon
        let done = person.counting([], in: contest, at: Self.noon + .hours(1))
        #expect(done.completedAt == Self.noon)
        #expect(!done.isFlagged)
    }
}
