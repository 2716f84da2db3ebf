import Foundation
import Identifiers
import Postgres
import TestBasics
import TestKit
import Testing
import Values

@testable import Cluster

/// Contests come to their end with two processes of each service: whichever are running, each has
/// one result, and everyone in it is told once.
///
/// Slow: kills every service of a cluster, and waits until each is back.
struct ContestResultTests {
    /// A contest to which everyone has logged.
    private struct Played {
        let id: ChallengeID
        let version: Int
    }

    @Test func `a contest has one result, whether services are running at its end or none is`()
        async throws
    {
        let settling = ["/usr/bin/env", "GAUNTLET_CONTEST_SETTLING=2s"]
        try await RunningCluster.run(replicas: 2, through: settling) { cluster in
            let app = App(urls: try cluster.urls)
            let ana = try await app.registered("Ana")
            let others = [try await app.registered("Bo"), try await app.registered("Cy")]
            let people = [ana] + others
            try await Books.with(cluster) { books in
                for sender in [books.challenges, books.scoring] {
                    try await books.noteEvents(of: sender)
                }
                let first = try await play(ana, others)
                try await books.end(first.id)
                try await expectOneResult(of: first, among: people, in: books)

                let second = try await play(ana, others)
                try await cluster.withoutServices { try await books.end(second.id) }
                try await expectOneResult(of: second, among: people, in: books)
            }
        }
    }

    /// Ana makes a contest, two others join, and all log to it. It is to last two days.
    private func play(_ ana: App, _ others: [App]) async throws -> Played {
        let made = try await ana.succeed(
            "/v1/contests",
            [
                "name": "The lake", "kind": "competition", "unit": "lengths",
                "visibility": "public", "endsAt": "\(Instant.now() + .days(2))",
            ]
        )
        let id = try #require(ChallengeID(made["id"]?.text ?? ""))
        for person in others { try await person.succeed("/v1/contests/\(id)/join") }
        for (person, amounts) in zip([ana] + others, [[2], [1.5, 0.5], [1]]) {
            for amount in amounts {
                try await person.succeed("/v1/contests/\(id)/entries", ["amount": amount])
            }
        }
        let seen = try await ana.get("/v1/contests/\(id)")
        #expect(seen["state"] == "active")
        return Played(id: id, version: try #require(seen["version"]?.number))
    }

    /// Waits for the result of a contest, and checks that it settled before, and that each step was
    /// made, and told, once.
    private func expectOneResult(
        of contest: Played,
        among people: [App],
        in books: Books
    ) async throws {
        let id = contest.id
        try await eventually("the result is written", within: .seconds(120)) {
            try await books.scoring.one(
                """
                SELECT count(*) FROM contest_boards
                WHERE challenge = \(id) AND frozen_at IS NOT NULL
                """
            ) { row in try row.next(Int.self) } == 1
        }
        try await books.settle()
        // That it was published, settles and is completed.
        #expect(try await books.noted(0x0412, about: id, in: books.challenges) == 3)
        // That there is a result.
        #expect(try await books.noted(0x0180, about: id, in: books.scoring) == 1)
        let results = try await books.scoring.all(
            "SELECT rank FROM results WHERE challenge = \(id) ORDER BY rank"
        ) { row in try row.next(Int.self) }
        #expect(results == [1, 1, 3])

        for person in people {
            let over = try await person.get("/v1/contests/\(id)")
            #expect(over["state"] == "completed")
            #expect(over["version"]?.number == contest.version + 2)
            let end = try #require(Instant(rfc3339: over["endsAt"]?.text ?? ""))
            let settled = try #require(Instant(rfc3339: over["settlesAt"]?.text ?? ""))
            #expect(settled - end == .seconds(2))
            let board = try await person.get("/v1/contests/\(id)/board")["items"].items
            #expect(board.compactMap { $0["user"]["id"]?.text } == people.map(\.id))
            #expect(board.map { $0["rank"]?.number } == [1, 1, 3])
            let inbox = try await person.get("/v1/inbox?limit=100")["items"].items
            let told = inbox.filter { $0["challengeID"]?.text == "\(id)" }
            #expect(told.count { $0["kind"] == "contestResult" } == 1, "\(told)")
        }
    }
}

extension App {
    /// Sends a request that must succeed.
    @discardableResult
    fileprivate func succeed(_ path: String, _ body: Any? = nil) async throws -> Answer {
        let answer = try await persistently(path, body)
        try #require(answer.status < 300, "\(path): \(answer.said)")
        return answer
    }
}

extension RunningCluster {
    /// Kills every service, and runs `body` before any is started again; the database goes on.
    /// Afterwards waits until all are back.
    fileprivate func withoutServices(_ body: () async throws -> Void) async throws {
        let services = try processes().filter { $0.name != "postgres" }
        let pids = try services.map { try #require($0.pid) }
        try await withoutSuccessors {
            for pid in pids { #expect(Foundation.kill(pid, SIGKILL) == 0) }
            try await eventually("every service has ended") {
                !pids.contains(where: Processes.isRunning)
            }
            try await body()
        }
        for (service, pid) in zip(services, pids) {
            try await waitForSuccessor(of: pid, as: service.name)
        }
    }
}

extension Books {
    /// Lets a contest end now that was to end later.
    fileprivate func end(_ contest: ChallengeID) async throws {
        try await challenges.transaction { tx in
            try await tx.run("UPDATE contests SET ends_at = now() WHERE challenge = \(contest)")
            try await tx.run("UPDATE timers SET due_at = now() WHERE subject = \(contest)")
        }
    }

    /// Has a service's database note each event that is emitted from now on: once it has arrived,
    /// nothing is left of it.
    fileprivate func noteEvents(of sender: Database) async throws {
        try await sender.transaction { tx in
            try await tx.run("CREATE TABLE emitted (call integer, ordering_key uuid)")
            try await tx.run(
                """
                CREATE FUNCTION note_event() RETURNS trigger LANGUAGE plpgsql AS
                $$ BEGIN INSERT INTO emitted VALUES (NEW.call, NEW.ordering_key);
                RETURN NULL; END $$
                """
            )
            try await tx.run(
                """
                CREATE TRIGGER note_event AFTER INSERT ON outbox
                FOR EACH ROW EXECUTE FUNCTION note_event()
                """
            )
        }
    }

    /// How many events of a kind, by its number in `protocol/calls.txt`, were emitted about a
    /// contest.
    fileprivate func noted(
        _ call: Int32,
        about contest: ChallengeID,
        in sender: Database
    ) async throws -> Int {
        try await sender.one(
            """
            SELECT count(*) FROM emitted
            WHERE call = \(call) AND ordering_key = \(contest)
            """
        ) { row in try row.next(Int.self) }
    }
}
