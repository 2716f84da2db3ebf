import TestBasics
import TestKit
import Testing
import Values

/// Contests of steps, played by phones in different time zones.
struct StepsContestJourneyTests {
    /// Two days of steps (FR-01, FR-21, CH-15), which are each player's own: the greatest source of
    /// a day counts, and what is typed in is one of them. Beside it a contest of the same days that
    /// reads no totals, and stands as its entries say.
    @Test func `each player's own days count, until the result`() async throws {
        try await play(at: try moment("2026-09-07T12:00:00Z")) { nobody, cluster in
            var ana = try await nobody.registered("Ana", in: "Asia/Tokyo")
            var bo = try await nobody.registered("Bo_Berg", in: "America/Los_Angeles")
            try await ana.befriend(bo)
            try await cluster.settle()
            let days = #""unit":"steps","startsOn":"2026-09-08","endsOn":"2026-09-09""#
            let rules = #""kind":"competition","timeZone":"UTC",\#(days)"#
            let steps = try await ana.contest(#""metric":"steps",\#(rules)"#, inviting: [bo])
            let typed = try await ana.contest(rules, inviting: [bo])
            let (contest, plain) = (try id(of: steps), try id(of: typed))
            for each in [contest, plain] { try await bo.join(each) }

            // Ana's 8th is half over, Bo's has not begun.
            (ana, bo) = try await come("2026-09-08T06:00:00Z", ana, bo, cluster)
            try await ana.walk(4_000, "watch", on: "2026-09-08", cluster)
            try await ana.walk(6_000, "phone", on: "2026-09-08", cluster)
            try await bo.walk(9_000, "phone", on: "2026-09-07", cluster)
            let early = try await bo.tell(1, "phone", on: "2026-09-08", cluster)
            #expect(early["errors"].items.map { $0["pointer"]?.text } == ["/day"], "\(early.text)")
            #expect(try await ana.value(in: contest) == 6_000)
            #expect(try await bo.value(in: contest) == nil)
            for amount in [3_000, 4_000] {
                cluster.clock.advance(by: .seconds(1))
                for each in [contest, plain] {
                    try await ana.log(#""amount":\#(amount)"#, in: each)
                }
            }
            #expect(try await ana.value(in: contest) == 7_000)
            #expect(try await ana.value(in: plain) == 7_000)

            // Ana's 10th has begun, which is not in it; it is Bo's 9th.
            (ana, bo) = try await come("2026-09-09T16:00:00Z", ana, bo, cluster)
            try await ana.walk(2_000, "phone", on: "2026-09-09", cluster)
            try await ana.walk(90_000, "phone", on: "2026-09-10", cluster)
            try await bo.walk(5_000, "watch", on: "2026-09-08", cluster)
            try await bo.walk(4_500, "phone", on: "2026-09-08", cluster)
            try await bo.walk(3_000, "phone", on: "2026-09-09", cluster)
            for each in [contest, plain] { try await bo.log(#""amount":1000"#, in: each) }
            try await cluster.settle()
            #expect(try await ana.value(in: contest) == 9_000)
            #expect(try await bo.value(in: contest) == 8_000)
            #expect(try await ana.board(of: contest) == ["ana 1", "bo_berg 2"])
            #expect(try await ana.board(of: plain) == ["ana 1", "bo_berg 2"])

            // The contest has ended, and Bo's 9th goes on.
            (ana, bo) = try await come("2026-09-10T06:30:00Z", ana, bo, cluster)
            #expect(try await bo.succeed("GET /v1/contests/\(contest)")["state"] == "settling")
            try await bo.walk(4_500, "phone", on: "2026-09-09", cluster)
            // A smaller total, read later, is the phone's; the watch's is the greatest.
            try await bo.walk(2_000, "phone", on: "2026-09-08", cluster)
            try await cluster.settle()
            #expect(try await bo.value(in: contest) == 9_500)
            #expect(try await bo.board(of: contest) == ["bo_berg 1", "ana 2"])

            // The result stays, whatever is measured afterwards.
            (ana, bo) = try await come("2026-09-11T09:00:00Z", ana, bo, cluster)
            try await cluster.settle()
            try await ana.walk(80_000, "watch", on: "2026-09-09", cluster)
            try await cluster.settle()
            for player in [ana, bo] {
                let over = try await player.succeed("GET /v1/contests/\(contest)")
                #expect(over["state"] == "completed")
                #expect(try await player.board(of: contest) == ["bo_berg 1", "ana 2"])
                #expect(try await player.board(of: plain) == ["ana 1", "bo_berg 2"])
            }
            #expect(try await ana.value(in: contest) == 9_000)
            #expect(try await bo.value(in: contest) == 9_500)
            // What entries alone came to.
            #expect(try await ana.value(in: plain) == 7_000)
            #expect(try await bo.value(in: plain) == 1_000)
        }
    }

    /// Lets a moment come, and what is due then; the players sign in again.
    private func come(
        _ text: String,
        _ one: Phone,
        _ other: Phone,
        _ cluster: SmallCluster
    ) async throws -> (Phone, Phone) {
        cluster.clock.advance(by: try moment(text) - cluster.clock.now)
        try await cluster.fireDue()
        let nobody = Phone(http: one.http)
        return (try await one.signedInAgain(nobody), try await other.signedInAgain(nobody))
    }

    private func moment(_ text: String) throws -> Instant {
        try #require(Instant(rfc3339: text))
    }

    private func id(of contest: Phone.Answer) throws -> String {
        try #require(contest["id"]?.text)
    }
}

extension Phone {
    /// Registers a user who lives in a time zone, and goes on as that user.
    fileprivate func registered(_ name: String, in zone: String) async throws -> Phone {
        let username = name.lowercased()
        let answer = try await succeed(
            "POST /v1/accounts",
            json: """
                {"username":"\(username)","password":"\(Self.password)","firstName":"\(name)",\
                "lastName":"Test","email":"\(username)@example.org","timeZone":"\(zone)"}
                """
        )
        return try signedIn(answer)
    }

    /// What a source says of a day, a second after what was said last.
    fileprivate func tell(
        _ steps: Int,
        _ source: String,
        on day: String,
        _ cluster: SmallCluster
    ) async throws -> Answer {
        cluster.clock.advance(by: .seconds(1))
        return try await ask(
            "PUT /v1/health/steps/\(day)",
            json: """
                {"amount":\(steps),"source":"\(source)","observedAt":"\(cluster.clock.now)"}
                """
        )
    }

    fileprivate func walk(
        _ steps: Int,
        _ source: String,
        on day: String,
        _ cluster: SmallCluster
    ) async throws {
        let answer = try await tell(steps, source, on: day, cluster)
        try #require(answer.status < 300, "\(answer.text)")
    }

    /// What the user has in a contest; `nil` if nothing counts.
    fileprivate func value(in contest: String) async throws -> JSONValue? {
        try await succeed("GET /v1/contests/\(contest)")["me"]["value"]
    }
}
