import TestBasics
import TestKit
import Testing
import Values

// How long Ana is at a goal.
extension Walk {
    func time() async throws {
        let ana = try ana
        // One that ends unattended while she is at the others.
        let forgotten = try await start(["startedAt": "\(Instant.now() - .hours(24) + .seconds(5))"]
        )
        let made = try await start([:])
        let elapsed = ["elapsedMilliseconds": 100]
        let paused = try await ask("POST /v1/timings/{id}/pause", made, as: ana, elapsed)
        #expect(paused["state"] == "paused")
        let resumed = try await ask("POST /v1/timings/{id}/resume", made, as: ana)
        #expect(resumed["state"] == "running")
        let listed = try await ask("GET /v1/timings", as: ana)
        #expect(listed["items"].items.contains { $0["id"]?.text == made })
        let finished = try await ask("POST /v1/timings/{id}/finish", made, as: ana, elapsed)
        #expect(finished["state"] == "finished")
        #expect(finished["result"]["kind"] == "goal")
        let mistake = try await start([:])
        let discarded = try await ask("POST /v1/timings/{id}/discard", mistake, as: ana)
        #expect(discarded["state"] == "discarded")
        try await eventually("a day is over") {
            let seen = try await ask("GET /v1/timings/{id}", forgotten, as: ana)
            return seen["isUnattended"] == .bool(true)
        }
        let confirmed = try await ask("POST /v1/timings/{id}/confirm", forgotten, as: ana, elapsed)
        #expect(confirmed["result"]["kind"] == "goal")
    }

    /// Starts to time a goal that is marked each day.
    private func start(_ fields: [String: Any]) async throws -> String {
        let ana = try ana
        let goal = try await ask(
            "POST /v1/goals",
            as: ana,
            ["name": "Meditate", "recurrence": "daily"]
        )
        let subject: [String: Any] = ["of": "goal", "subject": try #require(goal["id"]?.text)]
        let made = try await ask(
            "POST /v1/timings",
            as: ana,
            subject.merging(fields) { given, _ in given }
        )
        return try #require(made["id"]?.text)
    }
}
