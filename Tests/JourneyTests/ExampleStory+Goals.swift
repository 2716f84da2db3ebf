import TestBasics

// Bo's goals, which he sets for himself.
extension ExampleStory {
    /// The preset of ten thousand steps.
    private static let preset = "0193e4a0-0000-7000-8000-000000000002"

    func pursue(_ bo: Player) async throws {
        try await walk(bo)
        try await meditate(bo)
        try await drink(bo)
        // Too far.
        try await ask(
            "createGoal",
            bo,
            body: """
                {"id":"\(Self.id(88))","name":"Run a marathon in pieces","metric":"distance",\
                "target":42195,"windowDays":7,"lastDay":"2026-07-31"}
                """
        )
        try await ask("abandonGoal", bo, ["id": Self.id(88)], body: "{}")
    }

    /// A goal from a preset, which a phone's totals reach; a smaller total flags it.
    private func walk(_ bo: Player) async throws {
        let steps = ["id": Self.id(81)]
        let start = #"{"id":"\#(Self.id(81))","definition":"\#(Self.preset)"}"#
        try await ask("createGoal", bo, body: start)
        try await measure(4_000, "watch", at: "08:00:00", bo)
        try await measure(6_500, "phone", at: "08:00:00", bo)
        try await ask("listGoalsToday", bo, query: "limit=10")
        try await ask("listGoals", bo, query: "list=active&limit=10")
        try await measure(10_000, "phone", at: "08:01:00", bo)
        try await ask("listGoals", bo, query: "list=history&limit=10")
        try await upload(89, by: bo)
        let shoes = #"{"mediaIDs":["\#(Self.id(89))"]}"#
        try await ask("addGoalPhotos", bo, steps, body: shoes)
        try await ask("listGoalPhotos", bo, steps, query: "limit=10")
        try await measure(9_000, "phone", at: "08:02:00", bo)
        try await ask("getGoal", bo, steps)
    }

    /// Bo's steps of the first day.
    private func measure(
        _ amount: Int,
        _ source: String,
        at time: String,
        _ bo: Player
    ) async throws {
        let total = """
            {"amount":\(amount),"source":"\(source)","observedAt":"2026-06-01T\(time)Z"}
            """
        try await ask("putHealthDay", bo, ["metric": "steps", "day": "2026-06-01"], body: total)
    }

    /// Two goals without a target: one is marked, the other was a mistake.
    private func meditate(_ bo: Player) async throws {
        for number in [86, 87] {
            let goal = #"{"id":"\#(Self.id(number))","name":"Meditate","recurrence":"daily"}"#
            try await ask("createGoal", bo, body: goal)
        }
        try await ask("completeGoal", bo, ["id": Self.id(86)], body: #"{"day":"2026-06-01"}"#)
        try await ask("deleteGoal", bo, ["id": Self.id(87)])
    }

    /// A daily goal, which Bo logs for.
    private func drink(_ bo: Player) async throws {
        let water = ["id": Self.id(82)]
        try await ask(
            "createGoal",
            bo,
            body: """
                {"id":"\(Self.id(82))","name":"Drink water","unit":"glasses","target":6,\
                "recurrence":"daily","restWeekdays":[7],"visibility":"friends"}
                """
        )
        let first = #"{"id":"\#(Self.id(83))","amount":2,"note":"After the swim."}"#
        try await ask("addGoalEntry", bo, water, body: first)
        let entry = ["id": Self.id(82), "entry": Self.id(83)]
        try await ask("changeGoalEntry", bo, entry, body: #"{"amount":3}"#)
        let second = #"{"id":"\#(Self.id(84))","amount":1}"#
        try await ask("addGoalEntry", bo, water, body: second)
        try await ask("listGoalEntries", bo, water, query: "limit=10")
        try await ask("removeGoalEntry", bo, ["id": Self.id(82), "entry": Self.id(84)])
        let change = #"{"description":"Or tea.","target":8}"#
        try await ask("changeGoal", bo, water, body: change)
        try await ask("pauseGoal", bo, water, body: "{}")
        try await ask("resumeGoal", bo, water, body: "{}")
        try await ask("listPeriods", bo, water, query: "limit=10")
        try await remind(bo)
        let rests = #"{"restWeekdays":[7],"isPaused":false}"#
        try await ask("planStreak", bo, body: rests)
        try await ask("listStreaks", bo, query: "limit=10")
    }

    /// Bo is to be reminded of his glasses, at eight and at noon, and then not at noon.
    private func remind(_ bo: Player) async throws {
        for (number, minute) in [(85, 480), (80, 720)] {
            let reminder = """
                {"id":"\(Self.id(number))","of":"goal","subject":"\(Self.id(82))",\
                "minuteOfDay":\(minute),"weekdays":[1,2,3,4,5]}
                """
            try await ask("setReminder", bo, body: reminder)
        }
        try await ask("removeReminder", bo, ["id": Self.id(80)])
        let earlier = #"{"minuteOfDay":450,"weekdays":[1,2,3,4,5,6]}"#
        try await ask("changeReminder", bo, ["id": Self.id(85)], body: earlier)
        try await ask("listReminders", bo, query: "limit=10")
    }
}
