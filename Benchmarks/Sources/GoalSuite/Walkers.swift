import Staging

/// People whose phones measure steps for one goal each, and for some of them for two contests too.
struct Walkers {
    private let people: [Person]
    private let today = Today()
    /// The number of each person's next total.
    private var next = 2

    /// Registers the people, and creates their goals.
    ///
    /// - Parameters:
    ///   - count: The number of people.
    ///   - rival: The person who is in two contests with each of them; `nil` for no contests.
    ///   - cluster: The cluster.
    /// - Throws: `StagingError` when the gateway refuses, or when a total is not read.
    init(
        _ count: Int,
        inContestsWith rival: Person? = nil,
        in cluster: StandingCluster
    ) async throws {
        people = try await Callers.make(count) { number in
            try await Person("Walker\(number)", at: cluster.url)
        }
        try await cluster.deliverEvents(of: "identity")
        try await Callers.run(people, times: 1) { [today] person, _ in
            try await person.ask("POST", "/v1/goals", Self.goal)
            var contests: [String] = []
            if let rival {
                for _ in 0..<2 {
                    contests.append(try await person.compete(Self.contest(today), with: rival))
                }
            }
            try await person.send("PUT", Self.path(today), today.total(1, number: 1))
            try await Self.check(that: person, in: contests, has: 1)
        }
    }

    /// One round of totals, each greater by one than the one before.
    mutating func time(each count: Int, _ meter: Meter) async throws -> Double {
        let first = next
        next += count
        let time = try await meter.time(of: people, each: count) { [today] person, number in
            let steps = first + number
            try await person.send("PUT", Self.path(today), today.total(steps, number: steps))
        }
        try await Self.check(that: people[0], in: [], has: next - 1)
        return time
    }

    /// Never reached: a day holds no more.
    private static let goal: JSON = [
        "name": "Walk", "metric": "steps", "target": .number(200_000), "recurrence": "daily",
    ]

    private static func contest(_ today: Today) -> JSON {
        [
            "kind": "competition", "name": "Who walks most", "metric": "steps",
            "visibility": "public", "startsOn": .text(today.day),
            "endsOn": .text(today.day(after: 7)),
        ]
    }

    private static func path(_ today: Today) -> String { "/v1/health/steps/\(today.day)" }

    /// Checks that a person's goal, and each of their contests, has read a total.
    private static func check(
        that person: Person,
        in contests: [String],
        has steps: Int
    ) async throws {
        let goals = try await person.ask("GET", "/v1/goals/today")["items"].items
        var values = try goals.map { try $0["value"].number }
        for contest in contests {
            let seen = try await person.ask("GET", "/v1/contests/\(contest)")
            values.append(try seen["me"]["value"].number)
        }
        guard values == Array(repeating: Double(steps), count: 1 + contests.count) else {
            throw StagingError("expected a total of \(steps) everywhere, found \(values)")
        }
    }
}
