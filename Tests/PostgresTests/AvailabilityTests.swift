import Logging
import Testing

@testable import Postgres

struct AvailabilityTests {
    private let start = ContinuousClock.now
    private let error = PostgresError.unavailable("as the test wants")

    @Test func `an outage is said when it begins, every ten seconds, and when it is over`() {
        let log = CapturedLog()
        let availability = Availability(log.logger)
        for tenth in 0...200 {
            availability.refused(error, at: start + .milliseconds(100 * tenth))
        }
        availability.reached()
        availability.reached()
        #expect(
            log.lines == [
                "The database cannot be reached.",
                "The database cannot be reached. (99 unsaid)",
                "The database cannot be reached. (99 unsaid)",
                "The database is reached again.",
            ]
        )
    }

    @Test func `what comes and goes all the time is said seldom`() {
        let log = CapturedLog()
        let availability = Availability(log.logger)
        for second in 0..<10 {
            availability.refused(error, at: start + .seconds(second))
            availability.reached()
            availability.lost(error, at: start + .seconds(second))
        }
        #expect(
            log.lines == [
                "The database cannot be reached.", "The database is reached again.",
                "A connection to the database was lost.",
            ]
        )
        availability.refused(error, at: start + .seconds(10))
        #expect(log.lines.last == "The database cannot be reached. (9 unsaid)")
    }

    @Test func `a database that was always there is not spoken of`() {
        let log = CapturedLog()
        let availability = Availability(log.logger)
        availability.reached()
        #expect(log.lines.isEmpty)
    }

    @Test(arguments: zip([9_999, 10_000], [1, 2]))
    func `the pause between two lines has its edge`(milliseconds: Int, count: Int) {
        let log = CapturedLog()
        let seldom = SeldomLog(log.logger)
        #expect(seldom.warning("It failed.", error, at: start))
        seldom.warning("It failed.", error, at: start + .milliseconds(milliseconds))
        #expect(log.lines == Array(repeating: "It failed.", count: count))
    }
}
