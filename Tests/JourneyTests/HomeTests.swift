import Challenges
import Outbox
import TestBasics
import TestKit
import Testing
import Values

/// What a user is to do, and has done, as their phone lists it.
struct HomeTests {
    /// The home page and the lists of assignments (FR-13, FR-33, FR-49, SF-03, SF-13, SF-22), and
    /// where the pages of a workout and of a profile find theirs (SF-14, SF-26).
    @Test
    func `what is to be done is at home, by its deadline, and lists hold what was asked for`()
        async throws
    {
        try await play { nobody, cluster in
            let ana = try await nobody.registered("Ana")
            let bo = try await nobody.registered("Bo_Berg")
            try await ana.befriend(bo)
            try await cluster.settle()
            let workout = try await ana.intervals()
            let dare = try await ana.dare([bo])[0]
            let friday = try await ana.send(workout, to: bo, by: cluster.clock.now + .days(2))
            let monday = try await ana.send(workout, to: bo, by: cluster.clock.now + .days(1))
            #expect(try await bo.home() == [monday, friday, dare])
            #expect(try await ana.home() == [])
            try await bo.move(monday, "start")
            try await bo.move(monday, "complete", json: #"{"seconds":1432}"#)
            #expect(try await bo.home() == [friday, dare])
            let done = "kind=workout&state=completed&sort=closed"
            #expect(try await bo.list("role=recipient&\(done)") == [monday])
            #expect(try await bo.list("role=sender&\(done)") == [])
            #expect(try await ana.list("role=sender&open=false") == [monday])
            #expect(try await ana.list("role=sender&sort=deadline") == [friday, dare])
            #expect(try await bo.list("role=recipient&kind=dare") == [dare])
            let first = try await bo.succeed("GET /v1/home?limit=1")
            let cursor = try #require(first["nextCursor"]?.text)
            let rest = try await bo.succeed("GET /v1/home?cursor=\(cursor)")
            #expect(rest["items"].items.map { $0["assignment"]["id"]?.text } == [dare])
            let other = "GET /v1/assignments?role=recipient&sort=deadline&cursor=\(cursor)"
            let refused = try await bo.ask(other)
            #expect(refused.code == "challenges.cursor_invalid")

            cluster.clock.advance(by: .days(3))
            try await cluster.fireDue()
            let later = try await bo.signedInAgain(nobody)
            let items = try await later.succeed("GET /v1/home")["items"].items
            #expect(items.map { $0["assignment"]["state"]?.text } == ["missed", "sent"])
            cluster.clock.advance(by: .days(6))
            #expect(try await bo.signedInAgain(nobody).home() == [dare])
        }
    }
}

extension Phone {
    /// Makes a workout, which the user finds among their own; to be liked, and not any more.
    fileprivate func intervals() async throws -> String {
        let made = try await succeed(
            "POST /v1/definitions",
            json: #"{"name":"Intervals","description":"Ten times.","category":"endurance"}"#
        )
        let id = try #require(made["id"]?.text)
        let page = try await succeed("GET /v1/definitions?author=\(self.id)")
        #expect(page["items"].items.map { $0["id"]?.text } == [id])
        for (method, isLiked) in [("PUT", true), ("DELETE", false)] {
            try await succeed("\(method) /v1/definitions/\(id)/like")
            let shown = try await succeed("GET /v1/definitions/\(id)")
            #expect(shown["likedByMe"] == .bool(isLiked))
        }
        return id
    }

    /// Sends a workout to someone, and returns the id of their assignment.
    fileprivate func send(
        _ workout: String,
        to recipient: Phone,
        by deadline: Instant
    ) async throws -> String {
        let made = try await succeed(
            "POST /v1/challenges",
            json: """
                {"kind":"workout","definition":"\(workout)","recipients":["\(recipient.id)"],\
                "deadline":"\(deadline)"}
                """
        )
        return try #require(made["assignments"].items.first?["id"]?.text)
    }

    /// The assignments on the user's home page.
    fileprivate func home() async throws -> [String?] {
        try await succeed("GET /v1/home")["items"].items.map { $0["assignment"]["id"]?.text }
    }

    /// The user's assignments for which a query asks.
    fileprivate func list(_ query: String) async throws -> [String?] {
        try await succeed("GET /v1/assignments?\(query)")["items"].items.map { $0["id"]?.text }
    }
}
