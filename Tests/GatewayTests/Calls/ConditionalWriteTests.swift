import ChallengesAPI
import HTTPTypes
import IdentityAPI
import Identifiers
import MediaAPI
import NIOCore
import RPC
import Synchronization
import TestBasics
import TestKit
import Testing
import Values
import Wire

@testable import Gateway

/// Writes with `If-Match` and `If-None-Match`.
struct ConditionalWriteTests {
    private let house = House()
    private let path = "/v1/me/settings"
    private let body = #"{"isListed":true}"#

    /// Identity with settings of version 7, and one write under a key, with version 6, that was
    /// done.
    private func test(
        stale: Bool = false,
        _ body: @Sendable (Client) async throws -> Void
    ) async throws {
        let gateway = house.gateway(
            identity: {
                $0.on { [asked = house.asked] (call: ChangeSettings, context: CallContext) in
                    asked.note(call, context)
                    if context.idempotencyKey == "done" {
                        guard call.ifVersion == 6 else { throw WireError.keyReused }
                        return Samples.settings()
                    }
                    guard !stale, call.ifVersion == nil || call.ifVersion == 7 else {
                        throw try Refusal(IdentityError.versionStale, current: Samples.settings())
                    }
                    return Samples.settings(version: 8)
                }
                $0.answer(SetAvatar.self, with: Samples.account(house.ana), noting: house.asked)
                $0.answer(SignOut.self, with: Nothing(), noting: house.asked)
            },
            challenges: {
                let definition = Samples.definition()
                $0.answer(LikeDefinition.self, with: definition, noting: house.asked)
            }
        )
        try await gateway.test(token: house.token(), body)
    }

    private var versions: [Int64?] { house.asked.all(ChangeSettings.self).map(\.call.ifVersion) }

    @Test(
        arguments: [
            "\"7\"", "W/\"7\"", "\"7-gzip\"", "\"7;gzip\"", "W/\"7-br\"",
            "\"7.0123456789abcdef\"", "\"7.0123456789abcdef.gzip\"",
            "W/\"7.0123456789abcdef.gzip\"", "\"7.0123456789abcdef-gzip\"",
        ]
    )
    func `a version is compared, however a proxy wrote its tag`(tag: String) async throws {
        try await test { client in
            let answer = try await client.ask(.patch, path, json: body, headers: [.ifMatch: tag])
            #expect(answer.status == 200)
            #expect(answer.headers.shownVersion == 8)
        }
        #expect(versions == [7])
    }

    @Test(arguments: ["\"x\"", "\"\"", "W/\"x\"", "\"-1\"", "\"07\"", "\"7.x\"", "\"x\", \"y\""])
    func `an unknown tag is a stale version, and the service shows the current state`(
        tag: String
    ) async throws {
        try await test { client in
            let answer = try await client.ask(.patch, path, json: body, headers: [.ifMatch: tag])
            #expect(answer.status == 412)
            #expect(try answer.code == "identity.version_stale")
            #expect(try answer.json["current"]?["version"] == 7)
        }
        #expect(versions == [-1])
    }

    @Test func `of a list one is enough`() async throws {
        try await test { client in
            let list: HTTPFields = [.ifMatch: "\"9\", \"x\", W/\"7\", \"8\""]
            let answer = try await client.ask(.patch, path, json: body, headers: list)
            #expect(answer.status == 200)
        }
        #expect(versions == [9, 7])
    }

    @Test func `of a list none fits, and the row is shown`() async throws {
        try await test { client in
            let list: HTTPFields = [.ifMatch: "\"9\", \"8\""]
            let answer = try await client.ask(.patch, path, json: body, headers: list)
            #expect(answer.status == 412)
            #expect(try answer.json["current"]?["version"] == 7)
        }
        #expect(versions == [9])
    }

    @Test func `a row that changes meanwhile is not asked for ever`() async throws {
        try await test(stale: true) { client in
            let list: HTTPFields = [.ifMatch: "\"9\", \"7\", \"8\""]
            let answer = try await client.ask(.patch, path, json: body, headers: list)
            #expect(answer.status == 412)
        }
        #expect(versions == [9, 7])
    }

    @Test func `a repetition finds the version with which it was done`() async throws {
        try await test { client in
            let headers: HTTPFields = [
                .ifMatch: "\"9\", \"6\", \"5\"", .idempotencyKey: "done",
            ]
            let answer = try await client.ask(.patch, path, json: body, headers: headers)
            #expect(answer.status == 200)
            let other: HTTPFields = [.ifMatch: "\"9\", \"5\"", .idempotencyKey: "done"]
            let reused = try await client.ask(.patch, path, json: body, headers: other)
            #expect(try reused.code == "wire.key_reused")
        }
        #expect(versions == [9, 6, 9, 5])
    }

    @Test(arguments: ["*", "\"7\"", "\"x\", W/\"8.0123456789abcdef\""])
    func `a version that the row must not have is refused before the service is asked`(
        tags: String
    ) async throws {
        try await test { client in
            let headers: HTTPFields = [.ifNoneMatch: tags]
            let answer = try await client.ask(.patch, path, json: "{", headers: headers)
            #expect(answer.status == 412)
            #expect(try answer.code == "gateway.precondition_failed")
        }
        #expect(versions == [])
    }

    @Test func `without a version a condition fails before anything is done`() async throws {
        try await test { client in
            for headers in [[.ifMatch: "\"999\""], [.ifMatch: "\"x\""], [.ifNoneMatch: "*"]]
                as [HTTPFields]
            {
                // Not even the body is read.
                let avatar = try await client.ask(
                    .put,
                    "/v1/me/avatar",
                    json: "{",
                    headers: headers
                )
                let out = try await client.ask(.delete, "/v1/sessions/current", headers: headers)
                var upload = headers
                upload[.contentType] = "image/png"
                let picture = try await client.ask(
                    .post,
                    "/v1/media",
                    headers: upload,
                    body: ByteBuffer(string: "x")
                )
                for answer in [avatar, out, picture] {
                    #expect(answer.status == 412)
                    #expect(try answer.code == "gateway.precondition_failed")
                }
            }
        }
        #expect(house.asked.count(SetAvatar.self) == 0)
        #expect(house.asked.count(SignOut.self) == 0)
    }

    @Test func `without a version * matches, and no tag is there to be avoided`() async throws {
        try await test { client in
            let json = #"{"mediaID":"\#(MediaID())"}"#
            for headers in [[.ifMatch: "*"], [.ifNoneMatch: "\"7\""]] as [HTTPFields] {
                let answer = try await client.ask(
                    .put,
                    "/v1/me/avatar",
                    json: json,
                    headers: headers
                )
                #expect(answer.status == 200)
            }
        }
        #expect(house.asked.count(SetAvatar.self) == 2)
    }

    /// Sends a condition to one route of each kind: with a version, without, of a picture to
    /// upload.
    private func answers(_ client: Client, _ condition: HTTPField) async throws -> [Client.Answer] {
        var headers = HTTPFields([condition])
        let settings = try await client.ask(.patch, path, json: body, headers: headers)
        let avatar = try await client.ask(.put, "/v1/me/avatar", json: "{", headers: headers)
        let out = try await client.ask(.delete, "/v1/sessions/current", headers: headers)
        headers[.contentType] = "image/png"
        let png = ByteBuffer(string: "x")
        let upload = try await client.ask(.post, "/v1/media", headers: headers, body: png)
        return [settings, avatar, out, upload]
    }

    @Test(arguments: [HTTPField.Name.ifMatch, .ifNoneMatch])
    func `what is no list of tags is refused by its name, and what is too long`(
        name: HTTPField.Name
    ) async throws {
        try await test { client in
            for text in ["7", "\"7", "\"7\" \"8\"", "*, \"7\"", "w/\"7\"", ""] {
                for answer in try await answers(client, HTTPField(name: name, value: text)) {
                    #expect(answer.status == 400, "\(text)")
                    #expect(try answer.code == "gateway.header_invalid")
                    #expect(try answer.json["errors"]?[0]?["pointer"]?.text == "/\(name)")
                }
            }
            let long = "\"\(String(repeating: "a", count: 8_190))\""
            for answer in try await answers(client, HTTPField(name: name, value: long)) {
                #expect(answer.status == 431)
                #expect(try answer.code == "gateway.headers_too_large")
            }
        }
        #expect(versions == [])
        #expect(house.asked.count(SetAvatar.self) == 0)
        #expect(house.asked.count(SignOut.self) == 0)
    }

    @Test func `a like takes the version of what is liked`() async throws {
        try await test { client in
            let path = "/v1/definitions/\(DefinitionID())/like"
            let headers: HTTPFields = [.ifMatch: "W/\"7.0123456789abcdef.gzip\""]
            for method in [HTTPRequest.Method.put, .delete] {
                let answer = try await client.ask(method, path, headers: headers)
                #expect(answer.status == 200)
            }
            let field = try await client.ask(.put, path, json: #"{"ifVersion":7}"#)
            #expect(field.status == 400)
        }
        #expect(house.asked.all(LikeDefinition.self).map(\.call.ifVersion) == [7, 7])
    }

    @Test func `an anonymous caller is told to sign in first`() async throws {
        try await house.gateway().test { client in
            let answer = try await client.ask(
                .patch,
                path,
                json: body,
                headers: [.ifMatch: "x", .ifNoneMatch: "*"]
            )
            #expect(answer.status == 401)
        }
    }
}
