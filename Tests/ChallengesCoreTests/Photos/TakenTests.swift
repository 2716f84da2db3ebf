import ChallengesAPI
import ChallengesTestKit
import IdentityAPI
import Testing
import Values

@testable import Challenges
@testable import ChallengesCore
@testable import Contests
@testable import Dares

/// Whether a picture was taken during the challenge (2.12-freshness): each edge, and one tick
/// beside it.
struct TakenTests {
    private let start = Instant.noon
    private let end = Instant.noon + .days(3)
    private let second = Duration.seconds(1)
    private let zone = Duration.hours(14)

    private func taken(_ capturedAt: Instant?, isZoneKnown: Bool) -> Taken {
        Taken(capturedAt: capturedAt, isZoneKnown: isZoneKnown, during: start..<end)
    }

    @Test func `the camera's second is within the challenge, outside it, or neither`() {
        let expected: [(Instant, Taken)] = [
            (start - .days(1_000), .outside), (start - second, .outside),
            (start - second + .tick, .unknown), (start - .tick, .unknown),
            (start, .during), (start + .tick, .during), (end - second, .during),
            (end - second + .tick, .unknown), (end - .tick, .unknown),
            (end, .outside), (end + .days(1_000), .outside),
        ]
        for (capturedAt, answer) in expected {
            #expect(taken(capturedAt, isZoneKnown: true) == answer, "\(capturedAt)")
        }
    }

    @Test func `without a zone, only what holds 14 hours either way is known`() {
        let expected: [(Instant, Taken)] = [
            (start - zone - second, .outside), (start - zone - second + .tick, .unknown),
            (start, .unknown), (start + zone - .tick, .unknown), (start + zone, .during),
            (end - zone - second, .during), (end - zone - second + .tick, .unknown),
            (end, .unknown), (end + zone - .tick, .unknown), (end + zone, .outside),
        ]
        for (capturedAt, answer) in expected {
            #expect(taken(capturedAt, isZoneKnown: false) == answer, "\(capturedAt)")
        }
    }

    @Test func `without a zone, nothing is known to be of a challenge shorter than the doubt`() {
        let whole = zone + zone + second
        for (length, answer) in [(whole, Taken.during), (whole - .tick, .unknown)] {
            #expect(
                Taken(
                    capturedAt: start + zone,
                    isZoneKnown: false,
                    during: start..<start + length
                ) == answer
            )
        }
    }

    @Test func `without a time, or for no challenge, nothing is known`() {
        #expect(taken(nil, isZoneKnown: true) == .unknown)
        #expect(taken(nil, isZoneKnown: false) == .unknown)
        #expect(Taken(capturedAt: start, isZoneKnown: true, during: nil) == .unknown)
    }

    @Test func `the ends of time are outside`() {
        for microseconds in [Int64.min, .max] {
            let capturedAt = Instant(microseconds: microseconds)
            #expect(taken(capturedAt, isZoneKnown: true) == .outside)
            #expect(taken(capturedAt, isZoneKnown: false) == .outside)
        }
    }

    @Test func `a challenge lasts from its sending, even if a client's clock is behind`() {
        let life = AssignmentLife(sentAt: start)
        let rules = DareRules(clockTolerance: .zero)
        #expect(life.lasted(until: end, under: rules) == start..<end)
        #expect(life.lasted(until: start, under: rules) == start..<start)
        #expect(life.lasted(until: start - .tick, under: rules) == start..<start)
    }

    @Test func `the camera's clock may be five minutes ahead or behind`() {
        let life = AssignmentLife(sentAt: start)
        let lasted = life.lasted(until: start + .seconds(7), under: DareRules())
        #expect(lasted == start - .minutes(5)..<start + .seconds(7) + .minutes(5))
        let expected: [(Instant, Taken)] = [
            (start - .minutes(5) - second, .outside), (start - .minutes(5), .during),
            (start + .seconds(6) + .minutes(5), .during),
            (start + .seconds(7) + .minutes(5), .outside),
        ]
        for (capturedAt, answer) in expected {
            let taken = Taken(capturedAt: capturedAt, isZoneKnown: true, during: lasted)
            #expect(taken == answer, "\(capturedAt)")
        }
    }

    @Test func `a contest lasts until its end, and the camera's clock may be behind`() {
        let contest = ContestRecord.ofEntries()
        let (start, end) = (ContestRecord.startsAt, ContestRecord.endsAt)
        #expect(contest.span(under: ContestRules()) == start - .minutes(5)..<end)
        let endless = ContestRecord.ofEntries(kind: .open, endsAt: nil).span(under: ContestRules())
        #expect(endless == start - .minutes(5)..<Instant(microseconds: .max))
        var draft = contest
        draft.life = ContestLife(createdAt: start)
        #expect(draft.span(under: ContestRules()) == nil)
        // Where only the moment matters, whose it is does not.
        let days = LocalDays([ZoneChange(since: start, name: "Asia/Tokyo")])
        #expect(
            contest.span(for: days, under: ContestRules()) == contest.span(under: ContestRules())
        )
    }

    @Test func `where days are what counts, a contest lasts from a person's first to their last`()
        throws
    {
        let start = try #require(Instant(rfc3339: "2026-11-27T08:00:00Z"))
        var contest = ContestRecord.ofEntries(
            metric: .steps,
            timeZone: "America/Los_Angeles",
            startsAt: start,
            endsAt: start + .days(2)
        )
        let days = LocalDays([ZoneChange(since: start, name: "Europe/Berlin")])
        let first = try #require(Instant(rfc3339: "2026-11-26T23:00:00Z"))
        #expect(
            contest.span(for: days, under: ContestRules()) == first - .minutes(5)..<first + .days(2)
        )
        contest.life.endsAt = nil
        let endless = contest.span(for: days, under: ContestRules())
        #expect(endless == first - .minutes(5)..<Instant(microseconds: .max))
    }
}
