import Foundation
import Staging

/// People who log what they did for contests with one other participant, who logs nothing.
struct Loggers {
    private let people: [Person]
    private let rival: Person

    /// - Parameters:
    ///   - count: How many people to register.
    ///   - rival: The other participant.
    ///   - cluster: Where.
    /// - Throws: `StagingError` when the gateway refuses.
    init(_ count: Int, beside rival: Person, in cluster: StandingCluster) async throws {
        self.rival = rival
        people = try await Callers.make(count) { number in
            try await Person("Logger\(number)", at: cluster.url)
        }
        try await cluster.deliverEvents(of: "identity")
    }

    /// One round of entries, of each person in a new contest.
    func time(each count: Int, _ meter: Meter) async throws -> Double {
        let entering = try await Callers.make(people.count) { [people, rival] number in
            let person = people[number]
            let contest = try await person.compete(Self.contest, with: rival)
            return (person: person, path: "/v1/contests/\(contest)/entries")
        }
        return try await meter.time(of: entering, each: count) { entering, _ in
            try await entering.person.send("POST", entering.path, #"{"amount":5}"#)
        }
    }

    /// The entries add up, and a higher sum wins.
    private static var contest: JSON {
        let end = Date(timeIntervalSinceNow: 7 * 86_400).formatted(.iso8601)
        return [
            "kind": "competition", "name": "Who swims most", "unit": "lengths",
            "visibility": "public", "endsAt": .text(end),
        ]
    }
}

extension Person {
    /// Makes a contest, which this person is in, and lets another one join.
    ///
    /// - Returns: Its id.
    func compete(_ contest: JSON, with rival: Person) async throws -> String {
        let id = try await ask("POST", "/v1/contests", contest)["id"].text
        try await rival.send("POST", "/v1/contests/\(id)/join")
        return id
    }
}
