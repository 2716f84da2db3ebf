import ChallengesAPI
import HTTPTypes
import Identifiers
import RPC
import TestBasics
import TestKit
import Testing
import Values
import Wire

@testable import Gateway

/// Likes, wishes and ratings, as the gateway passes them on.
@Suite struct OpinionRoutesTests {
    let house = House()
    let id = "0190a0b0-0000-7000-8000-000000000001"

    private func definition(version: Int64 = 7) throws -> Definition {
        Definition(
            id: try #require(DefinitionID(id)),
            name: "Run 5 km",
            caption: "",
            description: "",
            wholeNumbers: false,
            timer: .none,
            proof: .optional,
            visibility: .public,
            photos: [],
            likeCount: 3,
            likedByMe: true,
            wishedByMe: false,
            userCount: 2,
            difficulty: Definition.Difficulty(mean: try #require(Amount("3.5")), count: 4),
            createdAt: Samples.time,
            changedAt: Samples.time,
            version: version
        )
    }

    @Test func `a like is given and taken back by the method`() async throws {
        let definition = try definition()
        let gateway = house.gateway(challenges: {
            $0.answer(LikeDefinition.self, with: definition, noting: house.asked)
        })
        let path = "/v1/definitions/\(id)/like"
        try await gateway.test(token: house.token()) { client in
            for method in [HTTPRequest.Method.put, .delete] {
                let answer = try await client.ask(
                    method,
                    path,
                    headers: [.acceptLanguage: "de, en;q=0.5", .idempotencyKey: "k"]
                )
                #expect(answer.status == 200)
                #expect(answer.headers.shownVersion == 7)
                #expect(try answer.json["likeCount"] == 3)
                #expect(try answer.json["difficulty"]?["mean"] == .number(3.5))
            }
            // The route says it, and nobody else.
            let body = try await client.ask(.put, path, json: #"{"likes":false}"#)
            #expect(body.status == 400)
            let query = try await client.ask(.delete, path + "?likes=true")
            #expect(query.status == 400)
        }
        let asked = house.asked.all(LikeDefinition.self)
        #expect(asked.map(\.call.likes) == [true, false])
        #expect(asked.map(\.call.definition) == [definition.id, definition.id])
        #expect(asked.map(\.call.languages) == ["de, en;q=0.5", "de, en;q=0.5"])
        #expect(asked.map(\.context.user) == [house.ana, house.ana])
        #expect(asked.map(\.context.idempotencyKey) == ["k", "k"])
    }

    @Test func `a wish is made and taken back by the method`() async throws {
        let definition = try definition()
        let gateway = house.gateway(challenges: {
            $0.answer(WishDefinition.self, with: definition, noting: house.asked)
        })
        try await gateway.test(token: house.token()) { client in
            for method in [HTTPRequest.Method.put, .delete] {
                let answer = try await client.ask(method, "/v1/definitions/\(id)/wish")
                #expect(answer.status == 200)
                #expect(try answer.json["wishedByMe"] == .bool(false))
            }
        }
        let asked = house.asked.all(WishDefinition.self).map(\.call)
        #expect(asked.map(\.wishes) == [true, false])
        #expect(asked.map(\.definition) == [definition.id, definition.id])
        #expect(asked.map(\.languages) == [nil, nil])
    }

    @Test func `who likes it is listed`() async throws {
        let page = Page(
            items: [Like(user: Samples.cy, likedAt: Samples.time)],
            nextCursor: "more"
        )
        let gateway = house.gateway(challenges: {
            $0.answer(ListLikes.self, with: page, noting: house.asked)
        })
        let cursor = try house.sealed(of: ListLikes.self, path: [("definition", "\(id)")])
        try await gateway.test(token: house.token()) { client in
            let answer = try await client.ask(
                .get,
                "/v1/definitions/\(id)/likes?limit=5&cursor=\(cursor)"
            )
            #expect(answer.status == 200)
            #expect(try answer.json["items"]?[0]?["user"]?["username"] == "cy")
            #expect(try answer.json["items"]?[0]?["likedAt"] == "2023-11-14T22:13:20.250Z")
            #expect(try answer.json["nextCursor"]?.text != "more")
        }
        let call = try #require(house.asked.all(ListLikes.self).first).call
        #expect(call.definition == DefinitionID(id))
        #expect(call.limit == 5)
        #expect(call.cursor == "more")
    }

    @Test func `a rating names its stars`() async throws {
        let definition = try definition()
        let gateway = house.gateway(challenges: {
            $0.answer(RateDefinition.self, with: definition, noting: house.asked)
        })
        let path = "/v1/definitions/\(id)/rating"
        try await gateway.test(token: house.token()) { client in
            let answer = try await client.ask(.put, path, json: #"{"stars":4}"#)
            #expect(answer.status == 200)
            for json in ["{}", #"{"stars":"4"}"#, #"{"stars":4.5}"#, #"{"stars":null}"#] {
                let refused = try await client.ask(.put, path, json: json)
                #expect(refused.status == 400)
                #expect(try refused.json["errors"]?[0]?["pointer"]?.text == "/stars", "\(json)")
            }
        }
        let asked = house.asked.all(RateDefinition.self).map(\.call)
        #expect(asked.map(\.stars) == [4])
        #expect(asked.map(\.definition) == [definition.id])
    }

    @Test(
        arguments: [
            (HTTPRequest.Method.put, "like"), (.delete, "like"), (.get, "likes"), (.put, "wish"),
            (.delete, "wish"), (.put, "rating"),
        ]
    )
    func `opinions need a token, and an id`(method: HTTPRequest.Method, word: String) async throws {
        try await house.gateway().test { client in
            let answer = try await client.ask(method, "/v1/definitions/\(id)/\(word)")
            #expect(answer.status == 401)
        }
        try await house.gateway().test(token: house.token()) { client in
            let answer = try await client.ask(method, "/v1/definitions/5/\(word)")
            #expect(answer.status == 404)
        }
    }
}
