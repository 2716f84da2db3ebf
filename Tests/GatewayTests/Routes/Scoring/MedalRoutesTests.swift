import HTTPTypes
import Identifiers
import RPC
import ScoringAPI
import TestBasics
import TestKit
import Testing
import Values
import Wire

@testable import Gateway

/// The routes of medals: which fields of their calls come from where.
@Suite struct MedalRoutesTests {
    private let house = House()
    private let user = UserID()

    @Test func `a user's medals are scoring's`() async throws {
        let medal = Medal(
            id: MedalID(),
            medal: .gold,
            family: .rank,
            challenge: Medal.Contest(id: ChallengeID(), name: "Water"),
            earnedAt: Instant(microseconds: 1_700_000_000_000_000),
            seenAt: nil
        )
        let goal = ChallengeID()
        let own = Medal(
            id: MedalID(),
            medal: .goal,
            family: .goal,
            challenge: nil,
            goal: Medal.Goal(id: goal, name: "Walk"),
            earnedAt: Instant(microseconds: 1_700_000_000_000_000),
            seenAt: nil
        )
        let gateway = house.gateway(scoring: {
            $0.answer(ListMedals.self, with: Page(items: [medal, own]), noting: house.asked)
        })
        let cursor = try house.sealed(of: ListMedals.self, path: [("user", "\(user)")])
        try await gateway.test(token: house.token()) { client in
            let answer = try await client.ask(
                .get,
                "/v1/users/\(user)/medals?medal=gold&limit=5&cursor=\(cursor)"
            )
            #expect(answer.status == 200)
            let shown = try answer.json["items"]?[0]
            #expect(shown?["medal"] == "gold")
            #expect(shown?["family"] == "rank")
            #expect(shown?["challenge"]?["name"] == "Water")
            #expect(shown?["earnedAt"] == "2023-11-14T22:13:20Z")
            #expect(shown?["seenAt"] == nil)
            #expect(shown?["goal"] == nil)
            let reached = try answer.json["items"]?[1]
            #expect(reached?["challenge"] == nil)
            #expect(reached?["goal"]?["id"]?.text == "\(goal)")
            #expect(reached?["goal"]?["name"] == "Walk")
            let text = try await client.ask(.get, "/v1/users/ana/medals")
            #expect(text.status == 404)
        }
        let asked = try #require(house.asked.all(ListMedals.self).first)
        #expect(asked.call.user == user)
        #expect(asked.call.medal == .gold)
        #expect(asked.call.limit == 5)
        #expect(asked.call.cursor == "more")
        #expect(asked.context.user == house.ana)
    }

    @Test func `a word that is no medal is refused at its name`() async throws {
        let gateway = house.gateway(scoring: {
            $0.answer(ListMedals.self, with: Page(items: []), noting: house.asked)
        })
        try await gateway.test(token: house.token()) { client in
            let answer = try await client.ask(.get, "/v1/users/\(user)/medals?medal=platinum")
            #expect(answer.status == 400)
            #expect(try answer.json["errors"]?[0]?["pointer"] == "/medal")
        }
        #expect(house.asked.count(ListMedals.self) == 0)
    }

    @Test func `all kinds of medals show how far the caller is`() async throws {
        let far = MedalProgress(
            medal: .completed10,
            family: .milestone,
            threshold: 10,
            count: 4,
            award: nil
        )
        let hidden = MedalProgress(
            medal: nil,
            family: .first,
            threshold: nil,
            count: nil,
            award: MedalProgress.Award(
                id: MedalID(),
                earnedAt: Instant(microseconds: 1_700_000_000_000_000),
                seenAt: nil
            )
        )
        let gateway = house.gateway(scoring: {
            $0.answer(
                ListMedalProgress.self,
                with: ListMedalProgress.Reply(items: [far, hidden]),
                noting: house.asked
            )
        })
        try await gateway.test(token: house.token()) { client in
            let answer = try await client.ask(.get, "/v1/me/medals")
            #expect(answer.status == 200)
            let shown = try answer.json["items"]?[0]
            #expect(shown?["medal"] == "completed10")
            #expect(shown?["family"] == "milestone")
            #expect(shown?["threshold"] == 10)
            #expect(shown?["count"] == 4)
            #expect(shown?["award"] == nil)
            let outline = try answer.json["items"]?[1]
            #expect(outline?["medal"] == nil)
            #expect(outline?["award"]?["earnedAt"] == "2023-11-14T22:13:20Z")
        }
        #expect(house.asked.all(ListMedalProgress.self).map(\.context.user) == [house.ana])
    }

    @Test func `medals are seen`() async throws {
        let gateway = house.gateway(scoring: {
            $0.answer(SeeMedals.self, with: SeeMedals.Reply(new: 3), noting: house.asked)
        })
        let id = MedalID()
        try await gateway.test(token: house.token()) { client in
            let all = try await client.ask(.post, "/v1/me/medals/seen", json: "{}")
            #expect(all.status == 200)
            #expect(all.text == #"{"new":3}"#)
            let one = try await client.ask(
                .post,
                "/v1/me/medals/seen",
                json: #"{"ids":["\#(id)"]}"#
            )
            #expect(one.status == 200)
        }
        #expect(house.asked.all(SeeMedals.self).map(\.call.ids) == [nil, [id]])
    }

    @Test func `nobody asks without signing in`() async throws {
        try await house.gateway().test { client in
            for (method, path): (HTTPRequest.Method, String) in [
                (.get, "/v1/users/\(user)/medals"), (.get, "/v1/me/medals"),
                (.post, "/v1/me/medals/seen"),
            ] {
                let answer = try await client.ask(method, path)
                #expect(answer.status == 401, "\(path)")
            }
        }
    }
}
