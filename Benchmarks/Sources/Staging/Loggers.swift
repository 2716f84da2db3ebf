import Foundation

/// People who log entries in contests with one other participant, who logs nothing.
public struct Loggers: Sendable {
    private let people: [Person]
    private let rival: Person

    /// - Parameters:
    ///   - count: The number of people to register.
    ///   - rival: The other participant.
    ///   - cluster: The cluster.
    /// - Throws: `StagingError` when the gateway refuses.
    public init(_ count: Int, beside rival: Person, in cluster: StandingCluster) async throws {
        self.rival = rival
        people = try await Callers.make(count) { number in
            try await Person("Logger\(number)", at: cluster.url)
        }
        try await cluster.deliverEvents(of: "identity")
    }

    /// One round of entries, each person's in a new contest.
    public func time(each count: Int, _ meter: Meter) async throws -> Double {
        try await meter.time(of: begin(), each: count) { part, _ in try await part.log() }
    }

    /// Creates a new contest for each person.
    ///
    /// - Returns: The people's participations.
    /// - Throws: `StagingError` when the gateway refuses.
    public func begin() async throws -> [Part] {
        try await Callers.make(people.count) { [people, rival] number in
            let person = people[number]
            return Part(
                person: person,
                contest: try await person.compete(.contest("Who swims most"), with: rival)
            )
        }
    }

    /// A person's participation in a contest.
    public struct Part: Sendable {
        public let person: Person
        public let contest: String
        /// The amount of each entry.
        public static let amount = 5

        public init(person: Person, contest: String) {
            self.person = person
            self.contest = contest
        }

        /// The path of its entries.
        public var path: String { "/v1/contests/\(contest)/entries" }

        /// The body of a request that logs one.
        ///
        /// - Parameter amount: The amount of the entry.
        /// - Returns: The JSON.
        public static func body(_ amount: Int = Self.amount) -> String {
            #"{"amount":\#(amount)}"#
        }

        /// Logs an entry.
        ///
        /// - Parameter amount: The amount of the entry.
        /// - Throws: `StagingError` when the gateway refuses.
        public func log(_ amount: Int = Self.amount) async throws {
            try await person.send("POST", path, Self.body(amount))
        }
    }
}

extension JSON {
    /// A public contest of a week that ranks the sum of entries, highest first.
    public static func contest(_ name: String) -> JSON {
        let end = Date(timeIntervalSinceNow: 7 * 86_400).formatted(.iso8601)
        return [
            "kind": "competition", "name": .text(name), "unit": "lengths",
            "visibility": "public", "endsAt": .text(end),
        ]
    }
}

extension Person {
    /// Creates a contest in which this person participates, and lets another person join.
    ///
    /// - Parameters:
    ///   - contest: The body of the request that creates it.
    ///   - rival: The other person.
    /// - Returns: Its id.
    /// - Throws: `StagingError` when the gateway refuses.
    public func compete(_ contest: JSON, with rival: Person) async throws -> String {
        let id = try await ask("POST", "/v1/contests", contest)["id"].text
        try await rival.send("POST", "/v1/contests/\(id)/join")
        return id
    }
}
