import Logging
import TestKit
import Testing

@testable import Postgres

struct AvailabilityTests {
    private let start = ContinuousClock.now
    private let error = PostgresError.unavailable("as the test wants")

    @Test func `an outage is logged at its start, every ten seconds, and at its end`() {
        let log = CapturedLog()
        let availability = Availability(log.logger)
        for tenth in 0...200 {
            availability.refused(error, at: start + .milliseconds(100 * tenth))
        }
        availability.answered()
        availability.answered()
        #expect(
            log.messages == [
                "The database cannot be reached.", "The database cannot be reached.",
                "The database cannot be reached.", "The database is reachable again.",
            ]
        )
        #expect(log.lines.map { $0.metadata["unsaid"] } == [nil, "99", "99", nil])
    }

    @Test func `a flapping database is logged rarely`() {
        let log = CapturedLog()
        let availability = Availability(log.logger)
        for second in 0..<10 {
            availability.refused(error, at: start + .seconds(second))
            availability.answered()
            availability.lost(error, at: start + .seconds(second))
        }
        #expect(
            log.messages == [
                "The database cannot be reached.", "The database is reachable again.",
                "A connection to the database was lost.",
            ]
        )
        availability.refused(error, at: start + .seconds(10))
        #expect(log.messages.last == "The database cannot be reached.")
        #expect(log.lines.last?.metadata["unsaid"] == "9")
    }

    @Test func `a silent database is logged once, and an answer ends it`() {
        let log = CapturedLog()
        let availability = Availability(log.logger)
        for _ in 0..<3 { availability.markUnavailable(since: availability.answeredAt) }
        #expect(availability.isAway)
        availability.refused(error, at: start)
        availability.answered()
        #expect(!availability.isAway)
        availability.answered()
        #expect(
            log.messages == [
                "The database does not answer.", "The database cannot be reached.",
                "The database is reachable again.",
            ]
        )
    }

    @Test func `an answer at the last moment prevents the outage`() {
        let log = CapturedLog()
        let availability = Availability(log.logger)
        availability.answered(at: 5)
        let before = availability.answeredAt
        availability.answered(at: 7)
        availability.markUnavailable(since: before)
        #expect(!availability.isAway)
        #expect(log.lines.isEmpty)
        availability.markUnavailable(since: availability.answeredAt)
        #expect(availability.isAway)
        #expect(availability.answeredAt == 7)
        availability.answered(at: 9)
        #expect(!availability.isAway)
        #expect(availability.answeredAt == 9)
    }

    @Test func `a database that was always available is not logged`() {
        let log = CapturedLog()
        let availability = Availability(log.logger)
        availability.answered()
        #expect(log.lines.isEmpty)
    }

    @Test(arguments: zip([9_999, 10_000], [1, 2]))
    func `the pause between two lines has an exact limit`(milliseconds: Int, count: Int) {
        let log = CapturedLog()
        let seldom = RateLimitedLog(log.logger)
        #expect(seldom.warning("It failed.", error, at: start))
        seldom.warning("It failed.", error, at: start + .milliseconds(milliseconds))
        #expect(log.messages == Array(repeating: "It failed.", count: count))
    }
}
