import TestBasics
import TestKit
import Testing
import Values

/// Contests as people find them, played by phones.
struct FindingJourneyTests {
    private func ids(_ answer: Phone.Answer, _ thing: String) -> [String?] {
        answer["items"].items.map { $0[thing]["id"]?.text }
    }

    /// Contests are searched (FR-14, FR-32, FR-51) and joined (FR-48); the most popular (GC-16) and
    /// those that trend (FR-22) come first; they are liked, and not any more (FR-37, FR-38, K-20),
    /// and put on a wishlist (GC-14).
    @Test func `contests are searched, liked, wished for, and trend`() async throws {
        try await play { nobody, cluster in
            let ana = try await nobody.registered("Ana")
            var others: [Phone] = []
            for name in ["Bo_Berg", "Cy_Adler", "Di_Novak"] {
                others.append(try await nobody.registered(name))
            }
            let bo = others[0]
            var made: [String] = []
            for fields in [
                #""kind":"open","unit":"m","goal":1000,"caption":"In the lake""#,
                #""kind":"open","unit":"km","goal":50,"caption":"Round the lake""#,
                #""kind":"open","visibility":"private","caption":"By the lake""#,
            ] {
                cluster.clock.advance(by: .minutes(1))
                made.append(try #require(try await ana.contest(fields)["id"]?.text))
            }
            let (swim, run, hidden) = (made[0], made[1], made[2])
            try await cluster.settle()
            #expect(try await bo.contests("q=lake") == [run, swim])
            #expect(try await bo.contests("q=rou%20lak&author=\(ana.id)") == [run])
            #expect(try await bo.contests("q=ake") == [])
            #expect(try await bo.contests("q=%26%20%7C") == [])
            #expect(try await ana.contests("q=lake") == [hidden, run, swim])
            let long = try await bo.ask("GET /v1/contests?q=\(String(repeating: "x", count: 81))")
            #expect(long.code == "challenges.query_invalid")
            let unknown = try await bo.ask("GET /v1/contests?sort=best")
            #expect(unknown.status == 400)
            #expect(unknown["errors"]?[0]?["pointer"] == "/sort")

            for other in others.prefix(2) { try await other.join(swim) }
            #expect(try await bo.contests("list=all&sort=popular") == [swim, run])
            // Two are too few; the owner does not count.
            try await ana.succeed("PUT /v1/contests/\(swim)/like")
            try await cluster.computeTrends()
            #expect(try await bo.contests("list=all&sort=trending") == [])
            for (number, other) in others.enumerated() {
                for _ in 0..<2 {
                    let liked = try await other.succeed("PUT /v1/contests/\(run)/like")
                    #expect(liked["likeCount"]?.number == number + 1)
                    #expect(liked["likedByMe"] == .bool(true))
                }
            }
            try await cluster.computeTrends()
            #expect(try await bo.contests("list=all&sort=trending") == [run])
            try await others[2].join(swim)
            try await cluster.computeTrends()
            #expect(try await bo.contests("list=all&sort=trending") == [swim, run])
            try await cluster.settle()
            let inbox = try await ana.succeed("GET /v1/inbox")["items"].items
            let likes = inbox.filter { $0["kind"] == "liked" }
            #expect(likes.map { $0["count"]?.number } == [3])
            #expect(likes.first?["challengeID"]?.text == run)

            let fans = try await ana.succeed("GET /v1/contests/\(run)/likes")
            #expect(Set(ids(fans, "user")) == Set(others.map(\.id)))
            let unliked = try await bo.succeed("DELETE /v1/contests/\(run)/like")
            #expect(unliked["likeCount"] == 2)
            #expect(ids(try await bo.succeed("GET /v1/me/likes"), "contest") == [])
            let wished = try await bo.succeed("PUT /v1/contests/\(run)/wish")
            #expect(wished["wishedByMe"] == .bool(true))
            #expect(ids(try await bo.succeed("GET /v1/me/wishes"), "contest") == [run])
            let narrower = #"{"visibility":"private"}"#
            try await ana.succeed("PATCH /v1/contests/\(run)", json: narrower)
            #expect(ids(try await bo.succeed("GET /v1/me/wishes"), "contest") == [])
            #expect(try await bo.contests("q=lake") == [swim])
            #expect(try await bo.contests("list=all&sort=trending") == [swim])
            let taken = try await bo.ask("DELETE /v1/contests/\(run)/wish")
            #expect(taken.status == 204)
            let gone = try await bo.ask("DELETE /v1/contests/\(run)/wish")
            #expect(gone.code == "challenges.contest_not_found")
        }
    }

    /// What a profile lists (GC-19): what its user joined, is busy with (GC-32), completed (GC-31,
    /// FR-37) and made (GC-33, GC-47), as others may see it.
    @Test func `a profile lists the contests of its user`() async throws {
        try await play { nobody, cluster in
            let ana = try await nobody.registered("Ana")
            let bo = try await nobody.registered("Bo_Berg")
            let cy = try await nobody.registered("Cy_Adler")
            try await bo.befriend(cy)
            let open = try await ana.contest(#""kind":"open","unit":"m","goal":1000"#)
            let other = try await ana.contest(#""kind":"open","unit":"m","goal":9"#)
            let own = try await bo.contest(#""kind":"open","unit":"km","goal":50"#)
            let made = try [open, other, own].map { try #require($0["id"]?.text) }
            try await cluster.settle()
            for id in made.prefix(2) {
                cluster.clock.advance(by: .seconds(1))
                try await bo.join(id)
            }
            try await bo.log(#""amount":1000"#, in: made[0])
            try await bo.succeed("PUT /v1/contests/\(made[0])/wish")
            for (list, expected) in [
                ("joined", [made[1], made[0]]), ("current", [made[1]]), ("completed", [made[0]]),
                ("created", [made[2]]),
            ] {
                let path = "GET /v1/users/\(bo.id)/challenges?list=\(list)"
                for phone in [bo, cy] {
                    #expect(ids(try await phone.succeed(path), "contest") == expected)
                }
                let isForFriends = list == "current" || list == "completed"
                let asked = try await ana.ask(path)
                #expect(asked.code == (isForFriends ? "challenges.person_not_found" : nil))
            }
            #expect(ids(try await bo.succeed("GET /v1/me/wishes"), "contest") == [made[0]])
            let unknown = try await bo.ask("GET /v1/users/\(bo.id)/challenges?list=best")
            #expect(unknown.status == 400)
            #expect(unknown["errors"]?[0]?["pointer"] == "/list")
        }
    }
}
