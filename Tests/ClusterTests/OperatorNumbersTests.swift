import NIOHTTP1
import Postgres
import TestBasics
import TestKit
import Testing
import Values

/// The numbers that an operator sets reach the processes; and what was to happen while a process
/// was away happens once it is back.
///
/// Slow: waits for deadlines that are seconds away.
struct OperatorNumbersTests {
    /// A dare that someone was sent.
    private struct Dare {
        let id: String
        let deadline: Instant
    }

    private static let noticeBefore = Duration.seconds(4)
    /// Far enough ahead that it is sent, or a process killed, before anything is due.
    private static let lead = Duration.seconds(9)

    @Test func `zones change and deadlines pass as soon as the operator wants it`() async throws {
        let numbers = [
            "/usr/bin/env", "GAUNTLET_DEADLINE_MIN=1s", "GAUNTLET_NOTICE_BEFORE=4s",
            "GAUNTLET_ZONE_CHANGE=1s",
        ]
        try await RunningCluster.run(through: numbers) { cluster in
            let app = App(url: cluster.url)
            let ana = try await app.registered("Ana")
            let bo = try await app.registered("Bo")
            try await ana.befriend(bo)
            try await Books.with(cluster) { books in
                try await zonesChange(ana, books)
                try await tooNear(ana, bo)
                try await passes(ana, bo, books)
                try await passesWhileStopped(ana, bo, books, cluster)
            }
        }
    }

    /// Once a new zone holds, another change is refused until a second has passed, and then taken.
    private func zonesChange(_ ana: App, _ books: Books) async throws {
        let first = try await ana.change(zone: "Asia/Tokyo")
        try #require(first.status == 200, "\(first.said)")
        // Its midnight was a moment ago.
        try await books.identity.transaction { tx in
            try await tx.run(
                """
                UPDATE accounts SET zones_since = ARRAY[now() - interval '1 day', now()],
                    zone_changed_at = now() - interval '1 millisecond'
                WHERE cardinality(zones_since) = 2
                """
            )
        }
        var second = first
        try await eventually("the zone is changed again", within: .seconds(60)) {
            second = try await ana.change(zone: "Europe/Berlin")
            return second.status != 409
        }
        #expect(second.status == 200, "\(second.said)")
        #expect(second["timeZone"] == "Europe/Berlin")
    }

    private func tooNear(_ ana: App, _ bo: App) async throws {
        let answer = try await ana.dare(bo, by: Instant.now() + .milliseconds(900))
        #expect(answer.status == 400, "\(answer.said)")
        #expect(answer["errors"][0]["code"] == "challenges.deadline_invalid")
    }

    /// The recipient is told before the deadline, and both are told when it has passed.
    private func passes(_ ana: App, _ bo: App, _ books: Books) async throws {
        let dare = try await dare(bo, by: ana)
        try await expectExpired(dare, ana, bo, books)
        let near = try await bo.told("deadlineNear", of: dare.id)
        #expect(near.count == 1, "\(near)")
        let told = try #require(Instant(rfc3339: near.first?["raisedAt"]?.text ?? ""))
        #expect(told >= dare.deadline - Self.noticeBefore)
        #expect(told < dare.deadline)
        #expect(try await ana.told("deadlineNear", of: dare.id).isEmpty)
    }

    /// The deadline passes while challengesd is not running.
    private func passesWhileStopped(
        _ ana: App,
        _ bo: App,
        _ books: Books,
        _ cluster: RunningCluster
    ) async throws {
        let dare = try await dare(bo, by: ana)
        let killed = try await cluster.withoutSuccessors {
            let killed = try cluster.kill("challenges")
            try await eventually("the deadline passes") { Instant.now() > dare.deadline }
            let state = try await books.challenges.one(
                "SELECT state FROM assignments WHERE id::text = \(dare.id)"
            ) { row in try row.next(String.self) }
            #expect(state == "sent")
            return killed
        }
        try await cluster.waitForSuccessor(of: killed, as: "challenges")
        try await expectExpired(dare, ana, bo, books)
    }

    /// Waits until a dare has expired, and checks that it did so once, and that each was told once.
    private func expectExpired(
        _ dare: Dare,
        _ ana: App,
        _ bo: App,
        _ books: Books
    ) async throws {
        for person in [ana, bo] {
            try await eventually("they are told that it has expired", within: .seconds(120)) {
                try await !person.told("expired", of: dare.id).isEmpty
            }
        }
        try await books.settle()
        for person in [ana, bo] {
            #expect(try await person.told("expired", of: dare.id).count == 1)
            let seen = try await person.get("/v1/assignments/\(dare.id)")
            #expect(seen["state"] == "expired")
            #expect(seen["version"] == 2)
        }
        let received = try await bo.told("dareReceived", of: dare.id)
        #expect(received.map { $0["state"]?.text } == ["expired"])
    }

    private func dare(_ recipient: App, by sender: App) async throws -> Dare {
        let deadline = Instant.now() + Self.lead
        let answer = try await sender.dare(recipient, by: deadline)
        try #require(answer.status == 201, "\(answer.said)")
        return Dare(id: try #require(answer["assignments"][0]["id"]?.text), deadline: deadline)
    }
}

extension App {
    /// Changes the user's time zone; returns a refusal too.
    fileprivate func change(zone: String) async throws -> Answer {
        try await persistently("/v1/me/settings", ["timeZone": zone], method: .PATCH)
    }

    /// Dares a friend to do something by a deadline; returns a refusal too.
    fileprivate func dare(_ recipient: App, by deadline: Instant) async throws -> Answer {
        try await persistently(
            "/v1/challenges",
            [
                "kind": "dare", "name": "Ten push-ups", "recipients": [recipient.id],
                "deadline": "\(deadline)",
            ]
        )
    }

    /// What the user was told of an assignment, of one kind.
    fileprivate func told(_ kind: String, of assignment: String) async throws -> [JSONValue] {
        try await get("/v1/inbox?limit=100")["items"].items.filter {
            $0["kind"]?.text == kind && $0["subject"]["id"]?.text == assignment
        }
    }
}
