import Postgres
import RPC
import ScoringAPI
import TestBasics
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import Scoring

/// Medals and streaks of what users did before an upgrade, played by phones (2.7-medals).
struct HistoryJourneyTests {
    /// What a cluster knows of days, periods, sends and counters is forgotten, as if the release
    /// before had stored what users did; then it is counted again.
    @Test func `what was done before an upgrade makes the same streaks and medals, all seen`()
        async throws
    {
        let morning = try #require(Instant(rfc3339: "2026-06-01T06:00:00Z"))
        try await play(at: morning) { nobody, cluster in
            var ana = try await nobody.registered("Ana")
            var bo = try await nobody.registered("Bo_Berg")
            try await ana.befriend(bo)
            let dare = try await ana.dare([bo])[0]
            for move in ["accept", "submit"] { try await bo.move(dare, move) }
            try await ana.move(dare, "approve")
            let made = try await ana.succeed(
                "POST /v1/goals",
                json: #"{"name":"Meditate","recurrence":"daily"}"#
            )
            let goal = try #require(made["id"]?.text)
            for day in 0..<10 {
                // Day 8 uses the freeze of the first seven.
                if day != 7 { try await ana.succeed("POST /v1/goals/\(goal)/complete") }
                cluster.clock.advance(by: .hours(24))
                try await cluster.fireDue()
                ana = try await ana.signedInAgain(nobody)
            }
            bo = try await bo.signedInAgain(nobody)
            try await cluster.settleMedals()
            let phones = [ana, bo]
            let streaks = try await phones.asyncMap { try await $0.streaks() }
            let medals = try await phones.asyncMap { try await $0.medals() }
            let notices = try await phones.asyncMap { try await $0.notices() }
            #expect(streaks[0] == ["overall 9 9", "\(goal) 9 9"])
            #expect(medals[0].contains("streak7 new") && medals[1].contains("completed1 new"))

            try await cluster.forgetHistory()
            #expect(try await ana.medals() == ["goal new"])
            try await cluster.countHistory()
            try await cluster.settleMedals()
            #expect(try await phones.asyncMap { try await $0.streaks() } == streaks)
            let seen = medals.map { kinds in
                kinds.map { $0 == "goal new" ? $0 : $0.replacing(" new", with: " seen") }
            }
            let counted = try await phones.asyncMap { try await $0.medals() }
            #expect(counted == seen)
            #expect(try await phones.asyncMap { try await $0.notices() } == notices)
            let checked = try await cluster.scoring.switchboard.call(
                CheckScores(limit: 100),
                in: CallContext(peer: .operator)
            )
            #expect(checked.differences == [])
        }
    }
}

extension [Phone] {
    fileprivate func asyncMap<T>(_ body: (Phone) async throws -> T) async rethrows -> [T] {
        var values: [T] = []
        for phone in self { values.append(try await body(phone)) }
        return values
    }
}

extension Phone {
    /// The user's streaks: of what, how long now, and how long at best.
    fileprivate func streaks() async throws -> [String] {
        try await succeed("GET /v1/me/streaks")["items"].items.map { streak in
            let lengths = [streak["current"]?.number ?? -1, streak["best"]?.number ?? -1]
            return "\(streak["goalID"]?.text ?? "overall") \(lengths[0]) \(lengths[1])"
        }
    }

    /// The user's medals, and whether each was seen, sorted.
    fileprivate func medals() async throws -> [String] {
        try await succeed("GET /v1/users/\(id)/medals?limit=100")["items"].items.map { item in
            "\(item["medal"]?.text ?? "") \(item["seenAt"] == nil ? "new" : "seen")"
        }.sorted()
    }

    /// The number of the user's notices.
    fileprivate func notices() async throws -> Int {
        try await succeed("GET /v1/inbox?limit=100")["items"].items.count
    }
}

extension SmallCluster {
    /// Waits until all is settled, medals for milestones too.
    fileprivate func settleMedals() async throws {
        try await settle()
        try await eventually("milestones are looked at", within: .seconds(120)) {
            try await scoring.database.one("SELECT count(*) FROM counters WHERE is_due") {
                try $0.next(Int.self)
            } == 0
        }
        try await settle()
    }

    /// Leaves what a release without days, streaks and milestones stores, as the migrations find
    /// it. Medals are given from now on.
    fileprivate func forgetHistory() async throws {
        let now = clock.now
        try await challenges.database.transaction { tx in
            _ = try await tx.run("DELETE FROM activity_days")
            _ = try await tx.run(
                """
                INSERT INTO history_walks (source, last, day)
                SELECT source, '00000000-0000-0000-0000-000000000000', '0001-01-01'
                FROM unnest(\(HistoryWalk.Source.allCases)) AS sources(source)
                """
            )
        }
        try await scoring.database.transaction { tx in
            _ = try await tx.run("DELETE FROM streaks")
            _ = try await tx.run("DELETE FROM sends")
            _ = try await tx.run("DELETE FROM counters")
            _ = try await tx.run("DELETE FROM awards WHERE medal <> 'goal'")
            _ = try await tx.run("UPDATE medals SET since = \(now)")
            _ = try await tx.run(
                """
                INSERT INTO catch_ups (name, last)
                SELECT name, '00000000-0000-0000-0000-000000000000'
                FROM unnest(\(["counters", "friends"])) AS names(name)
                """
            )
        }
    }

    /// Counts what was forgotten, in small steps.
    fileprivate func countHistory() async throws {
        let counting = CountingHistory(
            database: challenges.database,
            now: { [clock] in clock.now },
            rowsMax: 3,
            ownersMax: 2
        )
        while try await counting.count() > 0 {}
        while try await scoring.catchUp(limit: 1) > 0 {}
    }
}
