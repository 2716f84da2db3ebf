import TestBasics
import TestKit
import Testing
import Values

// Goals of Ana's.
extension Walk {
    func pursue() async throws {
        let ana = try ana
        let water = try await goal(["unit": "glasses", "target": 8, "recurrence": "daily"])
        try await log(for: water)
        let listed = try await ask("GET /v1/goals", as: ana)
        #expect(listed["items"].items.map { $0["id"]?.text } == [water])
        let today = try await ask("GET /v1/goals/today", as: ana)
        #expect(today["items"].items.map { $0["left"]?.number } == [5])
        let periods = try await ask("GET /v1/goals/{id}/periods", water, as: ana)
        #expect(periods["items"].items.map { $0["state"]?.text } == ["open"])
        try await ask("PATCH /v1/goals/{id}", water, as: ana, ["description": "Or tea."])
        try await remind(of: water)
        for (word, state) in [
            ("pause", "paused"), ("resume", "active"), ("abandon", "abandoned"),
        ] {
            let moved = try await ask("POST /v1/goals/{id}/\(word)", water, as: ana)
            #expect(moved["state"]?.text == state)
        }
        let seen = try await ask("GET /v1/goals/{id}", water, as: ana)
        #expect(seen["description"] == "Or tea.")
        let mistake = try await goal([:])
        let done = try await ask("POST /v1/goals/{id}/complete", mistake, as: ana)
        #expect(done["state"] == "completed")
        try await ask("DELETE /v1/goals/{id}", mistake, as: ana)
    }

    private func goal(_ fields: [String: Any]) async throws -> String {
        let named = fields.merging(["name": "Drink water"]) { given, _ in given }
        let made = try await ask("POST /v1/goals", as: try ana, named)
        return try #require(made["id"]?.text)
    }

    /// Ana sets a reminder, changes it, and removes it.
    private func remind(of water: String) async throws {
        let ana = try ana
        let made = try await ask(
            "POST /v1/reminders",
            as: ana,
            ["of": "goal", "subject": water, "minuteOfDay": 480, "weekdays": [1, 2, 3, 4, 5]]
        )
        let id = try #require(made["id"]?.text)
        #expect(made["nextAt"]?.text != nil)
        let off = try await ask("PATCH /v1/reminders/{id}", id, as: ana, ["isOn": false])
        #expect(off["nextAt"]?.text == nil)
        let listed = try await ask("GET /v1/reminders", as: ana)
        #expect(listed["items"].items.map { $0["id"]?.text } == [id])
        try await ask("DELETE /v1/reminders/{id}", id, as: ana)
    }

    /// Ana logs two entries, changes one, and removes the other.
    private func log(for water: String) async throws {
        let ana = try ana
        var ids: [String] = []
        for amount in [1, 2] {
            let fields = ["amount": amount]
            let made = try await ask("POST /v1/goals/{id}/entries", water, as: ana, fields)
            ids.append(try #require(made["id"]?.text))
        }
        let route = "/v1/goals/{id}/entries/{entry}"
        try await ask("PATCH \(route)", water, ids[0], as: ana, ["amount": 3])
        try await ask("DELETE \(route)", water, ids[1], as: ana)
        let entries = try await ask("GET /v1/goals/{id}/entries", water, as: ana)
        #expect(entries["items"].items.map { $0["amount"]?.number } == [3])
    }
}
