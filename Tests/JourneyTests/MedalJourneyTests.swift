import Challenges
import ChallengesAPI
import Identifiers
import RPC
import TestBasics
import TestKit
import Testing
import Values

/// Medals, played by phones.
struct MedalJourneyTests {
    /// Four friends compete for water, then one of them swims far (GC-10, GC-11, GC-12, FR-37): the
    /// result gives two golds and no more; who passes whom is told meanwhile.
    @Test func `a result and a goal give medals, which are told, listed and seen once`()
        async throws
    {
        try await play { nobody, cluster in
            let ana = try await nobody.registered("Ana")
            var friends: [Phone] = []
            for name in ["Bo_Berg", "Cy_Adler", "Di_Novak"] {
                let friend = try await nobody.registered(name)
                try await ana.befriend(friend)
                friends.append(friend)
            }
            let stranger = try await nobody.registered("Ed_Novak")
            let (bo, cy, di) = (friends[0], friends[1], friends[2])
            let end = cluster.clock.now + .seconds(10)
            let rules = #""kind":"competition","unit":"litres","endsAt":"\#(end)""#
            let made = try await ana.contest(rules, inviting: friends)
            let id = try #require(made["id"]?.text)
            for friend in friends { try await friend.join(id) }
            for (phone, amount) in [(cy, 1), (ana, 2), (bo, 2)] {
                cluster.clock.advance(by: .seconds(1))
                try await phone.log(#""amount":\#(amount)"#, in: id)
                try await cluster.settle()
            }
            // Ana passed Cy; Bo met Ana, and passed Cy again.
            #expect(try await cy.told(of: id).filter { $0.hasPrefix("rankLost") }.count == 1)
            #expect(try await ana.told(of: id).allSatisfy { !$0.hasPrefix("rankLost") })

            for wait in [Duration.seconds(10), .hours(24)] {
                cluster.clock.advance(by: wait)
                try await cluster.fireDue()
                try await cluster.settle()
            }
            let again = try await ana.signedInAgain(nobody)
            let other = try await bo.signedInAgain(nobody)
            for (phone, medals) in [
                (again, ["firstCompetition", "gold"]), (other, ["firstCompetition", "gold"]),
                (try await cy.signedInAgain(nobody), ["firstCompetition"]),
                (try await di.signedInAgain(nobody), []),
            ] {
                // Each of them has made a first friend.
                let all = (medals + ["firstFriend"]).sorted()
                #expect(try await phone.medals().map(\.medal).sorted() == all)
                let told = try await phone.told(of: id).filter { $0 == "medal new" }
                #expect(told.count == medals.count)
            }

            // A friend in the contest sees it; a stranger sees no medals at all.
            let route = "GET /v1/users/\(ana.id)/medals?medal=gold"
            for phone in [again, other] {
                let gold = try await phone.succeed(route)["items"].items
                #expect(gold.map { $0["challenge"]["name"] } == ["Most water"])
                #expect(gold.map { $0["challenge"]["id"]?.text } == [id])
            }
            let elsewhere = try await stranger.signedInAgain(nobody)
            let refused = try await elsewhere.ask(route)
            #expect(refused.status == 404)
            #expect(refused.code == "scoring.person_not_found")
            let unknown = try await again.ask("GET /v1/users/\(ana.id)/medals?medal=platinum")
            #expect(unknown.status == 400)
            #expect(unknown["errors"]?[0]?["code"] == "json.invalid_value")
            #expect(unknown["errors"]?[0]?["pointer"] == "/medal")

            // What was seen is never new again.
            let medals = try await again.medals()
            #expect(medals.allSatisfy { !$0.isSeen })
            let ids = medals.map { "\"\($0.id)\"" }
            let one = try await again.succeed(
                "POST /v1/me/medals/seen",
                json: #"{"ids":[\#(ids[0])]}"#
            )
            #expect(one["new"] == 2)
            let foreign = try await other.succeed(
                "POST /v1/me/medals/seen",
                json: #"{"ids":[\#(ids[1])]}"#
            )
            #expect(foreign["new"] == 3)
            #expect(try await again.medals().map(\.isSeen) == [true, false, false])
            #expect(try await again.succeed("POST /v1/me/medals/seen")["new"] == 0)

            let open = try await again.contest(#""kind":"open","unit":"m","goal":1000"#)
            let far = try #require(open["id"]?.text)
            try await other.join(far)
            try await other.log(#""amount":1000"#, in: far)
            try await cluster.settle()
            let goals = try await other.succeed("GET /v1/users/\(bo.id)/medals?medal=goal")
            #expect(goals["items"].items.map { $0["challenge"]["id"]?.text } == [far])
            #expect(try await other.told(of: far).contains("medal new"))
        }
    }

    /// A goal of one's own gives a medal too, which outlives it; friends see its name while it is
    /// for them (2.8-profile).
    @Test func `a personal goal gives a medal, which names it to who may see it`() async throws {
        try await play { nobody, cluster in
            let ana = try await nobody.registered("Ana")
            let bo = try await nobody.registered("Bo_Berg")
            try await ana.befriend(bo)
            let made = try await ana.succeed(
                "POST /v1/goals",
                json: #"{"name":"Read","unit":"pages","target":10}"#
            )
            let goal = try #require(made["id"]?.text)
            for amount in [4, 6] {
                try await ana.succeed(
                    "POST /v1/goals/\(goal)/entries",
                    json: "{\"amount\":\(amount)}"
                )
            }
            try await cluster.settle()
            let told = try await ana.told(of: goal)
            #expect(told.sorted() == ["goalReached new", "medal new"])
            #expect(try await ana.medals().map(\.medal).sorted() == ["firstFriend", "goal"])

            let route = "GET /v1/users/\(ana.id)/medals?medal=goal"
            let own = try await ana.succeed(route)["items"].items
            #expect(own.map { $0["goal"]["id"]?.text } == [goal])
            #expect(own.map { $0["goal"]["name"] } == ["Read"])
            #expect(own.map { $0["challenge"] == nil } == [true])
            let hidden = try await bo.succeed(route)["items"].items
            #expect(hidden.map { $0["medal"] } == ["goal"])
            #expect(hidden.map { $0["goal"] == nil } == [true])
            for (visibility, isNamed) in [("friends", true), ("private", false)] {
                try await ana.succeed(
                    "PATCH /v1/goals/\(goal)",
                    json: "{\"visibility\":\"\(visibility)\"}"
                )
                try await cluster.settle()
                let seen = try await bo.succeed(route)["items"].items
                #expect(seen.map { $0["goal"] != nil } == [isNamed])
            }

            try await ana.succeed("DELETE /v1/goals/\(goal)")
            try await cluster.settle()
            let kept = try await ana.succeed(route)["items"].items
            #expect(kept.map { $0["goal"]["name"] } == ["Read"])
            #expect(try await ana.told(of: goal) == ["medal new"])
        }
    }

    /// A dare with a picture, from the sender's and the recipient's side (GC-10): what each earns
    /// is told, and how far each is from the next medal is shown; a void takes it back.
    @Test func `milestones and first times give medals, and a void takes back what it earned`()
        async throws
    {
        try await play { nobody, cluster in
            let ana = try await nobody.registered("Ana")
            let bo = try await nobody.registered("Bo_Berg")
            try await ana.befriend(bo)
            let made = try await ana.succeed(
                "POST /v1/challenges",
                json: #"{"kind":"dare","name":"Ten push-ups","recipients":["\#(bo.id)"]}"#
            )
            let dare = try #require(made["assignments"][0]["id"]?.text)
            let picture = try await bo.upload()
            try await bo.move(dare, "accept")
            try await bo.move(dare, "submit", json: #"{"mediaIDs":["\#(picture)"]}"#)
            try await ana.move(dare, "approve")
            try await cluster.settle()
            let sender = ["doneByOthers1", "firstFriend", "sent1"]
            let recipient = ["completed1", "firstFriend", "firstProof"]
            for (phone, medals) in [(ana, sender), (bo, recipient)] {
                #expect(try await phone.medals().map(\.medal).sorted() == medals)
                #expect(try await phone.notices("medal").count == medals.count)
            }
            let kinds = try await bo.succeed("GET /v1/me/medals")["items"].items
            let next = kinds.first { $0["medal"] == "completed10" }
            #expect(next?["threshold"] == 10)
            #expect(next?["count"] == 1)
            #expect(next?["award"] == nil)
            let first = kinds.first { $0["medal"] == "completed1" }
            #expect(first?["award"]?["earnedAt"] != nil)

            var moderator = CallContext(user: UserID())
            moderator.isModerator = true
            let void = VoidAssignment(
                assignment: try #require(AssignmentID(dare)),
                reason: "A moderator's word."
            )
            _ = try await cluster.challenges.switchboard.call(void, in: moderator)
            try await cluster.settle()
            #expect(try await ana.medals().map(\.medal).sorted() == ["firstFriend", "sent1"])
            #expect(try await bo.medals().map(\.medal) == ["firstFriend"])
            #expect(try await bo.notices("medal").count == 1)
        }
    }
}

extension Phone {
    /// A medal of the user's.
    fileprivate struct Medal {
        let id: String
        let medal: String
        let isSeen: Bool
    }

    /// The user's own medals, the newest first.
    fileprivate func medals() async throws -> [Medal] {
        try await succeed("GET /v1/users/\(id)/medals")["items"].items.map { item in
            Medal(
                id: item["id"]?.text ?? "",
                medal: item["medal"]?.text ?? "",
                isSeen: item["seenAt"] != nil
            )
        }
    }
}
