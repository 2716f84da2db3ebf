import Foundation
import Postgres
import TestKit
import Testing

/// The contents of a cluster's databases, each read with its service's own role.
struct Books: Sendable {
    let identity: Database
    let challenges: Database
    let media: Database
    let scoring: Database

    /// Opens the databases of a running cluster for the duration of `body`.
    static func with<Value: Sendable>(
        _ cluster: RunningCluster,
        _ body: (Books) async throws -> Value
    ) async throws -> Value {
        let books = Books(
            identity: try cluster.database("identity"),
            challenges: try cluster.database("challenges"),
            media: try cluster.database("media"),
            scoring: try cluster.database("scoring")
        )
        do {
            let value = try await body(books)
            await books.close()
            return value
        } catch {
            await books.close()
            throw error
        }
    }

    private func close() async {
        for database in [identity, challenges, media, scoring] { await database.close() }
    }

    /// Waits until no event is in flight: its receiver has acknowledged each one, with its effect
    /// committed, so nothing written so far can still change a total.
    func settle() async throws {
        for sender in [identity, challenges, scoring] {
            try await eventually("the events arrive", within: .seconds(120)) {
                (try? await waiting(in: sender)) == 0
            }
        }
    }

    /// How many events of a service are in flight.
    func waiting(in sender: Database) async throws -> Int {
        try await sender.one("SELECT count(*) FROM outbox") { row in try row.next() }
    }

    /// How many of them are for one receiver.
    func waiting(in sender: Database, for receiver: String) async throws -> Int {
        try await sender.one("SELECT count(*) FROM outbox WHERE destination = \(receiver)") { row in
            try row.next()
        }
    }

    /// Checks, once everything is settled, that every done dare was paid, once, to both; that
    /// nothing else was paid; and that each total is the sum of the ledger (2.7-ledger, CA-16,
    /// CA-17).
    func audit() async throws {
        try await settle()
        let done = try await challenges.all(
            "SELECT id::text, sender::text, recipient::text FROM assignments WHERE state = 'done'"
        ) { row in
            let (id, sender, recipient): (String, String, String) = try row.read()
            return [
                LedgerLine(cause: id, user: recipient, rule: "complete", points: 100),
                LedgerLine(cause: id, user: sender, rule: "sent", points: 10),
            ]
        }.flatMap(\.self)
        let ledger = try await scoring.all(
            "SELECT cause::text, user_id::text, rule, points FROM ledger"
        ) { row in
            let (cause, user, rule, points): (String, String, String, Int64) = try row.read()
            return LedgerLine(cause: cause, user: user, rule: rule, points: points)
        }
        #expect(ledger.count == done.count)
        #expect(Set(ledger) == Set(done))
        let totals = try await scoring.all("SELECT user_id::text, points FROM totals") { row in
            let (user, points): (String, Int64) = try row.read()
            return (user, points)
        }
        let sums = Dictionary(grouping: ledger, by: \.user).mapValues { lines in
            lines.reduce(0) { $0 + $1.points }
        }
        #expect(
            Dictionary(uniqueKeysWithValues: totals.filter { $0.1 != 0 })
                == sums.filter {
                    $0.value != 0
                }
        )
    }

    private struct LedgerLine: Hashable {
        let cause: String
        let user: String
        let rule: String
        let points: Int64
    }
}

extension App {
    /// Waits until the scoreboard shows these points and everything in flight has ended; checks
    /// that they are still the same, and that the books agree.
    ///
    /// Returns how long it took until they appeared.
    @discardableResult
    func waitForPoints(
        _ expected: [String: Int],
        in cluster: RunningCluster
    ) async throws -> Duration {
        let begun = ContinuousClock.now
        try await eventually("the scoreboard shows \(expected)", within: .seconds(120)) {
            guard let seen = try? await points() else { return false }
            return expected.allSatisfy { seen[$0.key] == $0.value }
        }
        let duration = ContinuousClock.now - begun
        try await Books.with(cluster) { try await $0.audit() }
        var seen: [String: Int] = [:]
        try await eventually("the scoreboard is shown", within: .seconds(120)) {
            guard let now = try await points() else { return false }
            seen = now
            return true
        }
        #expect(expected.allSatisfy { seen[$0.key] == $0.value }, "\(seen), not \(expected)")
        return duration
    }
}
