import Staging

/// People with ten unfinished goals each, and nothing else to do.
struct Planners {
    let people: [Person]

    /// Registers the people, creates their goals, and logs or marks some progress.
    ///
    /// - Throws: `StagingError` when the gateway refuses, or when a list lacks goals.
    init(_ count: Int, in cluster: StandingCluster) async throws {
        people = try await Callers.make(count) { number in
            try await Person("Planner\(number)", at: cluster.url)
        }
        try await cluster.deliverEvents(of: "identity")
        let today = Today()
        try await Callers.run(people, times: 1) { person, _ in
            for goal in Self.measured + Self.marked {
                try await person.ask("POST", "/v1/goals", goal)
            }
            for goal in Self.logged {
                let id = try await person.ask("POST", "/v1/goals", goal)["id"].text
                for _ in 0..<3 {
                    try await person.send("POST", "/v1/goals/\(id)/entries", #"{"amount":1}"#)
                }
            }
            for (metric, amount) in [("steps", 6_500), ("distance", 5_200), ("energy", 310)] {
                try await person.send(
                    "PUT",
                    "/v1/health/\(metric)/\(today.day)",
                    today.total(amount, number: 0)
                )
            }
            for list in ["goals/today", "home"] {
                let found = try await person.ask("GET", "/v1/\(list)")["items"].items.count
                guard found == 10 else {
                    throw StagingError("GET /v1/\(list): expected 10 goals, found \(found)")
                }
            }
        }
    }

    /// Goals that a phone measures. None of them is reached.
    private static let measured: [JSON] = [
        [
            "name": "Walk every day", "metric": "steps", "target": .number(10_000),
            "recurrence": "daily",
        ],
        [
            "name": "Walk all week", "metric": "steps", "target": .number(60_000),
            "recurrence": "weekly",
        ],
        [
            "name": "Run", "metric": "distance", "target": .number(100_000),
            "recurrence": "monthly",
        ],
        [
            "name": "Move", "metric": "energy", "target": .number(600), "recurrence": "daily",
            "restWeekdays": .list([.number(7)]),
        ],
        [
            "name": "A long way in a week", "metric": "distance", "target": .number(150_000),
            "windowDays": .number(7),
        ],
    ]

    /// Goals that their owner logs entries for.
    private static let logged: [JSON] = [
        [
            "name": "Drink water", "unit": "glasses", "target": .number(8),
            "wholeNumbers": .flag(true), "recurrence": "daily",
        ],
        [
            "name": "Swim", "unit": "lengths", "target": .number(100), "recurrence": "weekly",
        ],
        [
            "name": "Read", "unit": "pages", "target": .number(800), "recurrence": "monthly",
        ],
        ["name": "Cycle to work", "unit": "km", "target": .number(500)],
    ]

    /// Goals that their owner marks as done.
    private static let marked: [JSON] = [["name": "Practise the piano", "recurrence": "daily"]]
}
