import TestBasics
import TestKit
import Testing
import Values

/// Contests, played by phones.
struct ContestJourneyTests {
    /// A competition of four friends, over some minutes (FR-01, FR-06, FR-08, FR-28, FR-29, FR-30,
    /// FR-38, FR-41, FR-46) in a unit of their own, with decimals (FR-09, GC-37, K-09) and a limit
    /// of time (FR-11, GC-36): where each stands (FR-03, FR-12, FR-17), what is under way (FR-13,
    /// FR-33), and who has completed it in the end (K-12).
    @Test func `a competition is made, joined, logged to and ranked, and its result stays`()
        async throws
    {
        try await play { nobody, cluster in
            let (ana, friends) = try await anaAndFriends(nobody)
            let (bo, cy, di) = (friends[0], friends[1], friends[2])
            let end = cluster.clock.now + .minutes(10)
            let made = try await ana.contest(
                #""kind":"competition","unit":"litres","goal":3,"endsAt":"\#(end)""#,
                inviting: friends
            )
            #expect(made["state"] == "active")
            #expect(made["visibility"] == "private")
            #expect(made["unit"] == "litres")
            #expect(made["endsAt"]?.text == "\(end)")
            #expect(made["joined"] == 1)
            let id = try #require(made["id"]?.text)
            for friend in friends { try await friend.join(id) }
            #expect(try await bo.contests("list=current") == [id])
            let home = try await bo.succeed("GET /v1/home")["items"].items
            #expect(home.map { $0["contest"]["id"]?.text } == [id])

            let logs: [(Phone, Double)] = [(ana, 2), (bo, 1.5), (bo, 0.5), (cy, 1)]
            for (phone, amount) in logs {
                cluster.clock.advance(by: .seconds(1))
                try await phone.log(#""amount":\#(amount)"#, in: id)
            }
            try await cluster.settle()
            let ranks = ["ana 1", "bo_berg 1", "cy_adler 3", "di_novak –"]
            for phone in [ana] + friends { #expect(try await phone.board(of: id) == ranks) }
            let seen = try await bo.succeed("GET /v1/contests/\(id)")
            #expect(seen["me"]["value"] == 2)
            #expect(seen["me"]["entries"] == 2)
            #expect(seen["progress"] == .number(0.666666))
            #expect(seen["isCompleted"] == .bool(false))
            let people = try await di.succeed("GET /v1/contests/\(id)/participants")
            #expect(people["items"].items.count == 4)

            cluster.clock.advance(by: .minutes(10))
            try await cluster.fireDue()
            #expect(try await ana.succeed("GET /v1/contests/\(id)")["state"] == "settling")
            try await cy.log(#""amount":0.25,"occurredAt":"\#(end - .seconds(1))""#, in: id)
            let late = try await cy.ask(
                "POST /v1/contests/\(id)/entries",
                json: #"{"amount":9,"occurredAt":"\#(end)"}"#
            )
            #expect(late["errors"]?[0]?["code"] == "challenges.occurred_invalid")
            cluster.clock.advance(by: .hours(24))
            try await cluster.fireDue()
            try await cluster.settle()
            let again = try await ([ana] + friends).signedInAgain(nobody)
            for (phone, isCompleted) in zip(again, [true, true, true, false]) {
                let over = try await phone.succeed("GET /v1/contests/\(id)")
                #expect(over["state"] == "completed")
                #expect(over["isCompleted"] == .bool(isCompleted))
                #expect(try await phone.board(of: id) == ranks)
                #expect(try await phone.told(of: id).contains("contestResult new"))
            }
            let over = try await again[1].ask(
                "POST /v1/contests/\(id)/entries",
                json: #"{"amount":9}"#
            )
            #expect(over.code == "challenges.contest_over")
            try await again[1].succeed("POST /v1/contests/\(id)/leave")
            try await cluster.settle()
            #expect(try await again[0].board(of: id) == ranks)
        }
    }

    /// How a competition counts what people log, and where that leaves them. Each time other ranks
    /// would come of another aggregation, direction or score.
    struct Terms: CustomTestStringConvertible, Sendable {
        let aggregation: String
        var direction = "higher"
        var score = "raw"
        /// What each player is to reach, where percents of it are ranked.
        var targets: [String: Int] = [:]
        /// What they log before midnight, and after it.
        let logs: [[(name: String, amount: Double)]]
        let ranks: [String]

        var testDescription: String { "\(aggregation), \(direction), \(score)" }

        /// The field with a player's target.
        func target(of player: Phone) -> String {
            #""target":\#(targets[player.username].map(String.init) ?? "null")"#
        }

        static let all = [
            Terms(
                aggregation: "min",
                direction: "lower",
                logs: [
                    [("ana", 5), ("bo_berg", 4), ("cy_adler", 4)],
                    [("ana", 3), ("cy_adler", 9)],
                ],
                ranks: ["ana 1", "bo_berg 2", "cy_adler 2", "di_novak –"]
            ),
            // What is more than the target counts as much as the target.
            Terms(
                aggregation: "sum",
                score: "percent",
                targets: ["ana": 20, "bo_berg": 2, "cy_adler": 4, "di_novak": 1],
                logs: [[("ana", 5), ("bo_berg", 2)], [("bo_berg", 1), ("cy_adler", 4)]],
                ranks: ["bo_berg 1", "cy_adler 1", "ana 3", "di_novak –"]
            ),
            Terms(
                aggregation: "daysActive",
                logs: [
                    [("ana", 0.5), ("bo_berg", 6), ("bo_berg", 3)],
                    [("ana", 0.5), ("cy_adler", 4)],
                ],
                ranks: ["ana 1", "bo_berg 2", "cy_adler 2", "di_novak –"]
            ),
        ]
    }

    @Test(arguments: Terms.all)
    func `a competition is ranked by its terms, and what comes after its end changes no rank`(
        terms: Terms
    ) async throws {
        let evening = try #require(Instant(rfc3339: "2026-06-01T23:53:00Z"))
        try await play(at: evening) { nobody, cluster in
            let (ana, friends) = try await anaAndFriends(nobody)
            let players = [ana] + friends
            let made = try await ana.contest(
                """
                "kind":"competition","unit":"litres","endsAt":"\(evening + .minutes(10))",\
                "aggregation":"\(terms.aggregation)","direction":"\(terms.direction)",\
                "score":"\(terms.score)",\(terms.target(of: ana))
                """,
                inviting: friends
            )
            let id = try #require(made["id"]?.text)
            for friend in friends {
                try await friend.join(id, json: "{\(terms.target(of: friend))}")
            }
            var entries: [String: String] = [:]
            for day in terms.logs {
                // To the last minutes of a day, then to the first of the next.
                cluster.clock.advance(by: .minutes(4))
                for (name, amount) in day {
                    cluster.clock.advance(by: .seconds(1))
                    let player = try #require(players.first { $0.username == name })
                    let entry = try await player.log(#""amount":\#(amount)"#, in: id)
                    entries[name] = try #require(entry["id"]?.text)
                }
            }
            let entry = try #require(entries["ana"])
            try await cluster.settle()
            for player in players { #expect(try await player.board(of: id) == terms.ranks) }

            cluster.clock.advance(by: .minutes(2))
            try await cluster.fireDue()
            try await cluster.settle()
            #expect(try await ana.succeed("GET /v1/contests/\(id)")["state"] == "settling")
            #expect(try await ana.board(of: id) == terms.ranks)
            cluster.clock.advance(by: .hours(24))
            try await cluster.fireDue()
            try await cluster.settle()
            let again = try await players.signedInAgain(nobody)
            for player in again { #expect(try await player.board(of: id) == terms.ranks) }

            let most = #"{"amount":1000}"#
            for route in ["POST /v1/contests/\(id)/entries", "PATCH /v1/entries/\(entry)"] {
                let late = try await again[0].ask(route, json: most)
                #expect(late.code == "challenges.contest_over")
            }
            try await again[1].succeed("POST /v1/contests/\(id)/leave")
            try await cluster.settle()
            #expect(try await again[0].board(of: id) == terms.ranks)
        }
    }

    /// An open contest (GC-04, GC-22, GC-34, GC-35, GC-46), found by others (FR-49, GC-18, GC-44,
    /// GC-45) and joined (FR-48, GC-05, GC-40): each has progress of their own (GC-06, GC-07,
    /// GC-20, GC-21, GC-39, GC-48, K-07), and completes it at the goal (GC-38, GC-41, K-15).
    @Test func `an open contest is found, joined, and completed at its goal`() async throws {
        try await play { nobody, cluster in
            let ana = try await nobody.registered("Ana")
            let bo = try await nobody.registered("Bo_Berg")
            let made = try await ana.contest(#""kind":"open","unit":"m","goal":1000"#)
            let id = try #require(made["id"]?.text)
            #expect(made["name"] == "Most water")
            #expect(made["visibility"] == "public")
            #expect(made["createdAt"]?.text == "\(cluster.clock.now)")
            #expect(made["isAttended"] == .bool(false))
            try await cluster.settle()
            #expect(try await bo.contests("list=discover") == [id])
            #expect(try await bo.contests("list=ongoing&kind=open&author=\(ana.id)") == [id])
            let found = try await bo.succeed("GET /v1/contests/\(id)")
            #expect(found["actions"].items.contains("join"))
            try await bo.join(id)
            #expect(try await bo.contests("list=discover") == [])
            #expect(try await bo.contests("list=current") == [id])

            try await bo.log(#""amount":999.999999"#, in: id)
            let near = try await bo.succeed("GET /v1/contests/\(id)")
            #expect(near["isAttended"] == .bool(true))
            #expect(near["progress"] == .number(0.999999))
            #expect(near["isCompleted"] == .bool(false))
            let word = try await bo.ask("POST /v1/contests/\(id)/complete")
            #expect(word.code == "challenges.goal_decides")
            try await bo.log(#""amount":0.000001"#, in: id)
            let there = try await bo.succeed("GET /v1/contests/\(id)")
            #expect(there["progress"] == 1)
            #expect(there["isCompleted"] == .bool(true))
            #expect(try await bo.contests("list=current") == [])
            let others = try await ana.succeed("GET /v1/contests/\(id)")
            #expect(others["progress"] == nil)
            #expect(others["isCompleted"] == .bool(false))

            let book = try await ana.contest(#""kind":"open""#)
            let free = try #require(book["id"]?.text)
            try await bo.join(free)
            let read = try await bo.succeed("POST /v1/contests/\(free)/complete")
            #expect(read["isCompleted"] == .bool(true))
        }
    }

    /// Days of a contest are those of its time zone (K-10).
    @Test func `whole days begin and end at midnight of the contest's zone`() async throws {
        try await play { nobody, cluster in
            let ana = try await nobody.registered("Ana")
            let day = "\(cluster.clock.now + .days(30))".prefix(10)
            let made = try await ana.contest(
                """
                "kind":"competition","unit":"steps","metric":"steps","startsOn":"\(day)",\
                "endsOn":"\(day)","timeZone":"Asia/Tokyo"
                """
            )
            #expect(made["state"] == "scheduled")
            #expect(made["timeZone"] == "Asia/Tokyo")
            let midnight = try #require(Instant(rfc3339: "\(day)T00:00:00+09:00"))
            #expect(made["startsAt"]?.text == "\(midnight)")
            #expect(made["endsAt"]?.text == "\(midnight + .hours(24))")
        }
    }

    /// Invitations (FR-07, FR-44, FR-50), codes, and what is shared (FR-45): each is an item of the
    /// inbox (FR-34, FR-39).
    @Test func `friends are invited, a code admits its holder, and a public contest is shared`()
        async throws
    {
        try await play { nobody, cluster in
            let ana = try await nobody.registered("Ana")
            let bo = try await nobody.registered("Bo_Berg")
            let cy = try await nobody.registered("Cy_Adler")
            try await ana.befriend(bo)
            cluster.clock.advance(by: .seconds(1))
            let rules =
                #""kind":"competition","unit":"litres","endsAt":"\#(cluster.clock.now + .hours(1))""#
            let made = try await ana.contest(rules, inviting: [bo])
            let id = try #require(made["id"]?.text)
            try await cluster.settle()
            #expect(try await bo.told(of: id) == ["contestInvited new"])
            let invited = try await bo.notices("contestInvited")
            #expect(invited.map { $0["actor"]["id"]?.text } == [ana.id])
            #expect(invited.map { $0["name"] } == ["Most water"])
            try await bo.succeed("POST /v1/contests/\(id)/decline")
            cluster.clock.advance(by: .seconds(1))
            let invitees = #"{"invitees":["\#(bo.id)"]}"#
            try await ana.succeed("POST /v1/contests/\(id)/invitations", json: invitees)
            try await bo.join(id)
            try await cluster.settle()
            #expect(try await bo.told(of: id) == ["contestInvited acted", "contestInvited acted"])
            let stranger = #"{"invitees":["\#(cy.id)"]}"#
            let refused = try await ana.ask(
                "POST /v1/contests/\(id)/invitations",
                json: stranger
            )
            #expect(refused["errors"]?[0]?["code"] == "challenges.not_friends")

            let code = try await ana.succeed(
                "POST /v1/contests/\(id)/codes",
                json: #"{"usesMax":1}"#
            )
            let text = try #require(code["code"]?.text)
            let shown = try await nobody.succeed("GET /v1/codes/\(text)")
            #expect(shown["owner"]["username"] == "ana")
            #expect(shown["name"] == nil)
            let opened = try await cy.succeed("POST /v1/codes/\(text)/open")
            #expect(opened["me"]["state"] == "invited")
            try await cy.join(id)
            let di = try await nobody.registered("Di_Novak")
            let used = try await di.ask("POST /v1/codes/\(text)/open")
            #expect(used.status == 404)
            #expect(used.code == "challenges.code_not_found")

            let open = try await ana.contest(
                rules + #","visibility":"public","needsApproval":true"#
            )
            let wide = try #require(open["id"]?.text)
            let recipients = #"{"recipients":["\#(bo.id)"]}"#
            try await ana.succeed("POST /v1/contests/\(wide)/shares", json: recipients)
            try await di.join(wide)
            try await cluster.settle()
            #expect(try await bo.told(of: wide) == ["contestShared new"])
            #expect(try await ana.told(of: wide) == ["joinRequested new"])
            try await ana.succeed("POST /v1/contests/\(wide)/participants/\(di.id)/admit")
            try await cluster.settle()
            #expect(try await di.told(of: wide) == ["admitted new"])
            #expect(try await ana.told(of: wide) == ["joinRequested acted"])
            #expect(try await di.succeed("GET /v1/contests/\(wide)")["joined"] == 2)
        }
    }

    /// Public contests and private ones (FR-18): a private one is seen by nobody but those in it
    /// (K-13).
    @Test func `a contest is seen by those whom its visibility names, until it narrows`()
        async throws
    {
        try await play { nobody, cluster in
            let ana = try await nobody.registered("Ana")
            let bo = try await nobody.registered("Bo_Berg")
            let cy = try await nobody.registered("Cy_Adler")
            try await ana.befriend(bo)
            try await cluster.settle()
            let end = cluster.clock.now + .hours(1)
            let rules = #""kind":"competition","unit":"litres","endsAt":"\#(end)""#
            let cases: [(String, seenBy: [Phone])] = [
                ("private", []), ("friends", [bo]), ("public", [bo, cy]),
            ]
            for (visibility, seenBy) in cases {
                let made = try await ana.contest(rules + #","visibility":"\#(visibility)""#)
                let id = try #require(made["id"]?.text)
                let entry = try await ana.log(#""amount":1"#, in: id)
                try await cluster.settle()
                let path = "/v1/contests/\(id)"
                for phone in [bo, cy] {
                    let status = seenBy.contains { $0.id == phone.id } ? 200 : 404
                    for place in ["", "/participants", "/entries", "/board"] {
                        let answer = try await phone.ask("GET \(path)\(place)")
                        #expect(answer.status == status, "\(visibility) \(place)")
                    }
                    #expect(try await phone.contests("list=all").contains(id) == (status == 200))
                    // Only those in a contest see what was logged.
                    let id = entry["id"]?.text ?? ""
                    #expect(try await phone.ask("GET /v1/entries/\(id)").status == 404)
                }
                let code = try await ana.succeed("POST \(path)/codes")
                try await ana.succeed("PATCH \(path)", json: #"{"visibility":"private"}"#)
                let text = code["code"]?.text ?? ""
                let opened = try await cy.ask("POST /v1/codes/\(text)/open")
                #expect(opened.status == (visibility == "private" ? 200 : 404))
                #expect(try await bo.ask("GET \(path)").status == 404)
                try await cluster.settle()
                #expect(try await bo.ask("GET \(path)/board").status == 404)
            }
        }
    }

    /// Pictures prove what was logged (FR-02, FR-40, GC-13), where the contest wants them; an entry
    /// can be changed and taken back, and amounts are never negative (K-14).
    @Test func `an entry shows a picture, is changed, and is taken back`() async throws {
        try await play { nobody, cluster in
            let ana = try await nobody.registered("Ana")
            let bo = try await nobody.registered("Bo_Berg")
            let cy = try await nobody.registered("Cy_Adler")
            let made = try await ana.contest(
                #""kind":"open","unit":"litres","goal":5,"proof":"required""#
            )
            let id = try #require(made["id"]?.text)
            for phone in [ana, bo] { try await phone.join(id) }
            for (fields, code) in [
                (#""amount":1"#, "challenges.proof_missing"),
                (#""amount":-1"#, "challenges.amount_invalid"),
            ] {
                let refused = try await bo.ask(
                    "POST /v1/contests/\(id)/entries",
                    json: "{\(fields)}"
                )
                #expect(refused["errors"]?[0]?["code"]?.text == code)
            }
            let picture = try await bo.upload()
            let entry = try await bo.log(#""amount":1,"mediaIDs":["\#(picture)"]"#, in: id)
            let entryID = try #require(entry["id"]?.text)
            let path = "/v1/entries/\(entryID)"
            let seen = try await ana.succeed("GET \(path)")
            let url = try #require(seen["photos"][0]["photo"]["url"]?.text)
            #expect(try await nobody.ask("GET \(url)").status == 200)
            #expect(try await cy.ask("GET \(path)").status == 404)
            try await bo.succeed("PATCH \(path)", json: #"{"audience":"public"}"#)
            let wide = try await cy.succeed("GET \(path)")
            #expect(wide["amount"] == 1)
            #expect(wide["photos"].items == [])
            let photo = try #require(seen["photos"][0]["photoID"]?.text)
            try await bo.succeed("PATCH /v1/photos/\(photo)", json: #"{"audience":"public"}"#)
            #expect(try await cy.succeed("GET \(path)")["photos"].items.count == 1)

            try await bo.succeed("PATCH \(path)", json: #"{"amount":2.5}"#)
            try await cluster.settle()
            #expect(try await bo.succeed("GET /v1/contests/\(id)")["progress"] == .number(0.5))
            try await bo.succeed("DELETE \(path)")
            let gone = try await ana.succeed("GET \(path)")
            #expect(gone["state"] == "deleted")
            #expect(gone["amount"] == nil)
            #expect(gone["photos"].items == [])
            try await cluster.settle()
            #expect(try await ana.board(of: id).allSatisfy { $0.hasSuffix(" –") })
        }
    }

    private func anaAndFriends(_ nobody: Phone) async throws -> (ana: Phone, friends: [Phone]) {
        let ana = try await nobody.registered("Ana")
        var friends: [Phone] = []
        for name in ["Bo_Berg", "Cy_Adler", "Di_Novak"] {
            let friend = try await nobody.registered(name)
            try await ana.befriend(friend)
            friends.append(friend)
        }
        return (ana, friends)
    }

    /// A gallery within the app (FR-10) that shows how people got on (FR-24), and one of all
    /// pictures that a person took (CH-06, CH-30).
    @Test func `pictures are added to a contest and kept without one, and each sees what they may`()
        async throws
    {
        try await play { nobody, cluster in
            let ana = try await nobody.registered("Ana")
            let bo = try await nobody.registered("Bo_Berg")
            let (cy, di) = (
                try await nobody.registered("Cy_Adler"), try await nobody.registered("Di_Novak")
            )
            try await bo.befriend(di)
            let made = try await ana.contest(#""kind":"open","unit":"litres","goal":5"#)
            let id = try #require(made["id"]?.text)
            for phone in [ana, bo] { try await phone.join(id) }
            try await cluster.settle()
            let picture = try await bo.upload()
            try await bo.log(#""amount":1,"mediaIDs":["\#(picture)"]"#, in: id)
            var added: [String] = []
            for (route, audience) in [
                ("contests/\(id)/photos", "participants"), ("contests/\(id)/photos", "public"),
                ("me/photos", "friends"),
            ] {
                cluster.clock.advance(by: .seconds(1))
                let answer = try await bo.succeed(
                    "POST /v1/\(route)",
                    json: #"{"mediaIDs":["\#(try await bo.upload())"],"audience":"\#(audience)"}"#
                )
                added.append(try #require(answer["items"][0]["photoID"]?.text))
            }
            let entry = "entry participants"
            let contest = ["contest public", "contest participants", entry]
            #expect(try await ana.gallery("contests/\(id)") == contest)
            #expect(try await cy.gallery("contests/\(id)") == ["contest public"])
            #expect(try await bo.gallery("users/\(bo.id)") == ["own friends"] + contest)
            #expect(try await di.gallery("users/\(bo.id)") == ["own friends", "contest public"])
            #expect(try await cy.gallery("users/\(bo.id)") == ["contest public"])

            let seen = try await cy.succeed("GET /v1/contests/\(id)/photos?limit=1")
            let url = try #require(seen["items"][0]["photo"]["url"]?.text)
            #expect(try await nobody.ask("GET \(url)").status == 200)
            #expect(try await ana.ask("DELETE /v1/photos/\(added[0])").status == 404)
            try await bo.succeed("DELETE /v1/photos/\(added[0])")
            let bound = try await bo.succeed("GET /v1/users/\(bo.id)/photos")["items"].items
            let ofEntry = try #require(bound.last?["photoID"]?.text)
            #expect(try await bo.ask("DELETE /v1/photos/\(ofEntry)").status == 409)
            #expect(try await ana.gallery("contests/\(id)") == ["contest public", entry])

            // What one shows nobody sees any more once one has left.
            try await bo.succeed("POST /v1/contests/\(id)/leave")
            #expect(try await ana.gallery("contests/\(id)") == [])
            #expect(try await cy.gallery("users/\(bo.id)") == [])
            #expect(
                try await bo.gallery("users/\(bo.id)") == ["own friends", "contest public", entry]
            )
        }
    }
}

extension [Phone] {
    /// The users on other phones.
    fileprivate func signedInAgain(_ nobody: Phone) async throws -> [Phone] {
        var phones: [Phone] = []
        for phone in self { phones.append(try await phone.signedInAgain(nobody)) }
        return phones
    }
}
