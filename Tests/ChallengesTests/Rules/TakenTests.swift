import ChallengesAPI
import Testing
import Values

@testable import Challenges

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

    @Test func `a challenge lasts from its sending, whoever's clock is behind`() {
        let life = AssignmentLife(sentAt: start)
        #expect(life.lasted(until: end) == start..<end)
        #expect(life.lasted(until: start) == start..<start)
        #expect(life.lasted(until: start - .tick) == start..<start)
    }
}
