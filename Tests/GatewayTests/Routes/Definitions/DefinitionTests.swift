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

/// Definitions over HTTP: their numbers, their versions, and the reader's languages.
@Suite struct DefinitionTests {
    let house = House()
    private let id = DefinitionID()

    private var definition: Definition {
        Definition(
            id: id,
            preset: "run-5-km",
            name: "Run 5 km",
            caption: "",
            description: "",
            unit: "m",
            target: Amount("5000.25"),
            wholeNumbers: false,
            metric: .distance,
            timer: .none,
            proof: .optional,
            visibility: .public,
            photos: [],
            likeCount: 0,
            likedByMe: false,
            wishedByMe: false,
            userCount: 0,
            createdAt: Samples.time,
            changedAt: Samples.time,
            version: 7
        )
    }

    private func ask(
        _ method: HTTPRequest.Method,
        _ path: String,
        json: String? = nil,
        headers: HTTPFields = [:]
    ) async throws -> Client.Answer {
        let gateway = house.gateway(challenges: {
            $0.answer(CreateDefinition.self, with: definition, noting: house.asked)
            $0.answer(GetDefinition.self, with: definition, noting: house.asked)
            $0.answer(ChangeDefinition.self, with: definition, noting: house.asked)
            $0.answer(DeleteDefinition.self, with: Nothing(), noting: house.asked)
            $0.answer(
                ListDefinitions.self,
                with: Page(items: [definition]),
                noting: house.asked
            )
        })
        return try await gateway.test(token: house.token()) { client in
            if let json { return try await client.ask(method, path, json: json, headers: headers) }
            return try await client.ask(method, path, headers: headers)
        }
    }

    @Test func `a target is a number, in both directions, with all its decimals`() async throws {
        let json = #"{"name":"Run","target":999999999999.999999,"targetSeconds":1500}"#
        let answer = try await ask(.post, "/v1/definitions", json: json)
        #expect(answer.status == 201)
        #expect(answer.headers.shownVersion == 7)
        #expect(answer.text.contains(#""target":5000.25"#))
        let call = try #require(house.asked.all(CreateDefinition.self).first).call
        #expect(call.target?.millionths == 999_999_999_999_999_999)
        #expect(call.targetSeconds == 1_500)
    }

    @Test(
        arguments: [
            (#"{"target":"ten"}"#, "/target", "json.wrong_type"),
            (#"{"target":"10"}"#, "/target", "json.wrong_type"),
            (#"{"target":"NaN"}"#, "/target", "json.wrong_type"),
            (#"{"target":NaN}"#, "", "json.malformed"),
            (#"{"target":0.0000001}"#, "/target", "json.invalid_value"),
            (#"{"target":1e12}"#, "/target", "json.invalid_value"),
            (#"{"target":1000000000000}"#, "/target", "json.invalid_value"),
            (#"{"targetSeconds":1.5}"#, "/targetSeconds", "json.invalid_value"),
            (#"{"wholeNumbers":"yes"}"#, "/wholeNumbers", "json.wrong_type"),
            (#"{"metric":"heartbeats"}"#, "/metric", "json.invalid_value"),
            (#"{"timer":"unknown"}"#, "/timer", "json.invalid_value"),
            (#"{"visibility":"link"}"#, "/visibility", "json.invalid_value"),
            (#"{"proof":"maybe"}"#, "/proof", "json.invalid_value"),
            (#"{"mediaIDs":["x"]}"#, "/mediaIDs/0", "json.invalid_value"),
            (#"{"languages":"de"}"#, "/languages", "json.unknown_field"),
            (#"{"ifVersion":1}"#, "/ifVersion", "json.unknown_field"),
            (#"{"definition":"x"}"#, "/definition", "json.unknown_field"),
        ]
    )
    func `a wrong field is refused by name`(
        json: String,
        pointer: String,
        code: String
    ) async throws {
        let answer = try await ask(.patch, "/v1/definitions/\(id)", json: json)
        #expect(answer.status == 400)
        #expect(try answer.json["errors"]?[0]?["pointer"]?.text == pointer)
        #expect(try answer.json["errors"]?[0]?["code"]?.text == code)
        #expect(house.asked.count(ChangeDefinition.self) == 0)
    }

    @Test func `a change sends what the body names, and the expected version`() async throws {
        let answer = try await ask(
            .patch,
            "/v1/definitions/\(id)",
            json: #"{"caption":"","target":7}"#,
            headers: [.ifMatch: "\"6\""]
        )
        #expect(answer.status == 200)
        #expect(answer.headers.shownVersion == 7)
        let call = try #require(house.asked.all(ChangeDefinition.self).first).call
        #expect(call.definition == id)
        #expect(call.caption == "")
        #expect(call.target == Amount("7"))
        #expect(call.ifVersion == 6)
        #expect(call.name == nil)
        #expect(call.mediaIDs == nil)
        let deleted = try await ask(
            .delete,
            "/v1/definitions/\(id)",
            headers: [.ifMatch: "\"7\""]
        )
        #expect(deleted.status == 204)
        #expect(house.asked.all(DeleteDefinition.self).first?.call.ifVersion == 7)
    }

    @Test(
        arguments: [
            ("of=workouts", "/of"), ("sort=rating", "/sort"), ("author=ana", "/author"),
            ("tag=x", "/tag"), ("languages=de", "/languages"), ("limit=x", "/limit"),
            ("of=mine&of=mine", "/of"),
        ]
    )
    func `an unknown value of a query is refused at its name`(
        query: String,
        pointer: String
    ) async throws {
        let answer = try await ask(.get, "/v1/definitions?\(query)")
        #expect(answer.status == 400)
        #expect(try answer.json["errors"]?[0]?["pointer"]?.text == pointer)
        #expect(house.asked.count(ListDefinitions.self) == 0)
    }

    @Test func `a query is sent as it is`() async throws {
        let author = UserID()
        let query = "of=preset&q=run%20fast&category=endurance&author=\(author)&sort=used&limit=5"
        #expect(try await ask(.get, "/v1/definitions?\(query)").status == 200)
        let call = try #require(house.asked.all(ListDefinitions.self).first).call
        #expect(call.of == .preset)
        #expect(call.q == "run fast")
        #expect(call.category == "endurance")
        #expect(call.author == author)
        #expect(call.sort == .used)
        #expect(call.limit == 5)
        #expect(call.languages == nil)
    }

    @Test(
        arguments: [
            (["de-AT, en;q=0.5"], "de-AT, en;q=0.5"), (["de", "en;q=0.5"], "de,en;q=0.5"),
            ([""], ""), ([String(repeating: "x", count: 257)], String(repeating: "x", count: 257)),
            ([String(repeating: "x", count: 258)], String(repeating: "x", count: 257)),
            (["dé"], nil),
        ] as [([String], String?)]
    )
    func `the reader's languages come from the header`(
        values: [String],
        languages: String?
    ) async throws {
        var headers: HTTPFields = [:]
        for value in values { headers.append(HTTPField(name: .acceptLanguage, value: value)) }
        for path in ["/v1/definitions/\(id)", "/v1/definitions"] {
            #expect(try await ask(.get, path, headers: headers).status == 200)
        }
        #expect(house.asked.all(GetDefinition.self).first?.call.languages == languages)
        #expect(house.asked.all(ListDefinitions.self).first?.call.languages == languages)
    }
}
