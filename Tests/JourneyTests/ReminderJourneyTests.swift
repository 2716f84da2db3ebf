import TestBasics
import TestKit
import Testing
import Values

/// Reminders that people set for themselves, played by phones.
struct ReminderJourneyTests {
    private static let week = "[1,2,3,4,5,6,7]"

    /// Reminders of a challenge (GC-15), to get it done (CH-13): each day at noon, until it is
    /// done.
    @Test func `reminders come once a day, while there is something to do`() async throws {
        let morning = try #require(Instant(rfc3339: "2026-06-01T06:00:00Z"))
        try await play(at: morning) { nobody, cluster in
            let ana = try await nobody.registered("Ana")
            let made = try await ana.succeed(
                "POST /v1/goals",
                json: #"{"name":"Drink water","unit":"glasses","target":2,"recurrence":"daily"}"#
            )
            let goal = try #require(made["id"]?.text)
            let set = try await ana.succeed(
                "POST /v1/reminders",
                json: """
                    {"of":"goal","subject":"\(goal)","minuteOfDay":480,"weekdays":\(Self.week)}
                    """
            )
            let id = try #require(set["id"]?.text)
            #expect(set["nextAt"]?.text == "2026-06-01T08:00:00Z")
            let moved = try await ana.succeed(
                "PATCH /v1/reminders/\(id)",
                json: #"{"minuteOfDay":720}"#
            )
            #expect(moved["nextAt"]?.text == "2026-06-01T12:00:00Z")

            let noon = try await ana.passing(.hours(6), nobody, cluster)
            #expect(try await noon.told(of: goal) == ["reminder new"])
            let listed = try await noon.succeed("GET /v1/reminders")["items"].items
            #expect(listed.map { $0["nextAt"]?.text } == ["2026-06-02T12:00:00Z"])
            // The next day it is done before.
            let second = try await noon.passing(.hours(20), nobody, cluster)
            try await second.succeed("POST /v1/goals/\(goal)/entries", json: #"{"amount":2}"#)
            let done = try await second.passing(.hours(4), nobody, cluster)
            #expect(try await done.reminders(of: goal) == 1)
            let third = try await done.passing(.hours(24), nobody, cluster)
            #expect(try await third.reminders(of: goal) == 2)
            // It is removed, and nothing comes any more.
            try await third.succeed("DELETE /v1/reminders/\(id)")
            let fourth = try await third.passing(.hours(24), nobody, cluster)
            #expect(try await fourth.reminders(of: goal) == 2)
        }
    }
}

extension Phone {
    /// Lets time pass, and what is due be done and told.
    ///
    /// - Returns: The phone, signed in again.
    fileprivate func passing(
        _ time: Duration,
        _ nobody: Phone,
        _ cluster: SmallCluster
    ) async throws -> Phone {
        cluster.clock.advance(by: time)
        try await cluster.fireDue()
        try await cluster.settle()
        return try await signedInAgain(nobody)
    }

    /// How many reminders of a goal are in the inbox.
    fileprivate func reminders(of goal: String) async throws -> Int {
        try await told(of: goal).filter { $0.hasPrefix("reminder ") }.count
    }
}
