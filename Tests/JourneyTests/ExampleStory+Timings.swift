import TestBasics
import Values

// How long Bo is at a goal of his, which is marked each day.
extension ExampleStory {
    func time(_ bo: Player) async throws {
        try await start(94, #","mode":"countdown","targetSeconds":3"#, bo)
        let timing = ["id": Self.id(94)]
        let sofar = #"{"elapsedMilliseconds":850}"#
        try await ask("pauseTiming", bo, timing, body: sofar)
        try await ask("listTimings", bo, query: "list=live&limit=10")
        try await ask("resumeTiming", bo, timing, body: "{}")
        try await ask("finishTiming", bo, timing, body: #"{"elapsedMilliseconds":3200}"#)
        // One that he forgot, nearly a day ago.
        try await start(95, #","startedAt":"\#(now - .hours(24) + .seconds(2))""#, bo)
        try await ask("getTiming", bo, ["id": Self.id(95)])
        try await ask("getTiming", bo, ["id": Self.id(95)])
        let half = #"{"elapsedMilliseconds":1800000}"#
        try await ask("confirmTiming", bo, ["id": Self.id(95)], body: half)
        try await start(96, "", bo)
        try await ask("discardTiming", bo, ["id": Self.id(96)], body: "{}")
    }

    private func start(_ number: Int, _ fields: String, _ bo: Player) async throws {
        let goal = Self.id(86)
        let start = #"{"id":"\#(Self.id(number))","of":"goal","subject":"\#(goal)"\#(fields)}"#
        try await ask("startTiming", bo, body: start)
    }
}
