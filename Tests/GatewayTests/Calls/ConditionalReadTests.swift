import ChallengesAPI
import HTTPTypes
import IdentityAPI
import Identifiers
import RPC
import Synchronization
import TestBasics
import TestKit
import Testing
import Values
import Wire

@testable import Gateway

/// `GET` and `HEAD` with `If-None-Match` and `If-Match`, on rows with a version and on lists.
struct ConditionalReadTests {
    private let house = House()
    private let path = "/v1/me/settings"

    private var gateway: Gateway {
        house.gateway(
            identity: {
                $0.answer(GetSettings.self, with: Samples.settings(), noting: house.asked)
                $0.answer(ListFriends.self, with: Page(items: []), noting: house.asked)
            }
        )
    }

    private func test(_ body: @Sendable (Client) async throws -> Void) async throws {
        try await gateway.test(token: house.token(), body)
    }

    @Test(arguments: [HTTPRequest.Method.get, .head])
    func `a client that has the answer gets 304, with the tag that matched`(
        method: HTTPRequest.Method
    ) async throws {
        try await test { client in
            let whole = try await client.ask(method, path)
            let tag = try #require(whole.headers[.eTag])
            #expect(tag.hasPrefix("\"7."))
            let text = String(tag.dropFirst().dropLast())
            for (held, shown) in [
                (tag, tag), ("W/\(tag)", "W/\(tag)"), ("\"x\", W/\(tag)", "W/\(tag)"),
                ("\"\(text)-gzip\"", "\"\(text)-gzip\""), ("\"\(text);gzip\"", "\"\(text);gzip\""),
                ("W/\"\(text)-br\"", "W/\"\(text)-br\""), ("*", tag),
            ] {
                let answer = try await client.ask(method, path, headers: [.ifNoneMatch: held])
                #expect(answer.status == 304, "\(held)")
                #expect(answer.headers[.eTag] == shown)
                #expect(answer.headers[.cacheControl] == whole.headers[.cacheControl])
                #expect(answer.headers[.vary] == whole.headers[.vary])
                // What drives the tests gives every answer to HEAD a length.
                #expect(answer.headers[.contentLength] == (method == .head ? "0" : nil))
                #expect(answer.headers[.contentType] == nil)
                #expect(answer.sentBytes == 0)
            }
            // The version alone says too little, and a client without gzip has no gzip.
            for held in ["\"7\"", "W/\"7\"", "\"7-gzip\"", "\"\(text).gzip\"", "\"8\"", "\"\""] {
                let answer = try await client.ask(method, path, headers: [.ifNoneMatch: held])
                #expect(answer.status == 200, "\(held)")
                #expect(answer.headers[.eTag] == tag)
            }
        }
    }

    @Test func `a client that expects another version gets 412, with the row`() async throws {
        try await test { client in
            for expected in ["\"8\"", "\"x\"", "W/\"8\"", "\"8\", \"9\"", "\"\""] {
                let headers: HTTPFields = [.ifMatch: expected, .ifNoneMatch: "*"]
                let answer = try await client.ask(.get, path, headers: headers)
                #expect(answer.status == 412, "\(expected)")
                #expect(try answer.code == "gateway.precondition_failed")
                #expect(try answer.json["current"]?["version"] == 7)
            }
            for expected in ["\"7\"", "W/\"7\"", "\"7-br\"", "\"8\", \"7;gzip\"", "*"] {
                let answer = try await client.ask(.get, path, headers: [.ifMatch: expected])
                #expect(answer.status == 200, "\(expected)")
            }
        }
    }

    @Test func `where there is no tag, * alone matches`() async throws {
        try await test { client in
            let list = "/v1/friends"
            let plain = try await client.ask(.get, list)
            #expect(plain.headers[.eTag] == nil)
            for (headers, status) in [
                ([.ifNoneMatch: "\"7\""], 200), ([.ifMatch: "*"], 200), ([.ifMatch: "\"7\""], 412),
            ] as [(HTTPFields, Int)] {
                let answer = try await client.ask(.get, list, headers: headers)
                #expect(answer.status == status)
            }
        }
    }

    @Test(arguments: ["7", "\"7", "*, \"7\"", "\"7\" \"8\"", ""])
    func `what is no list of tags is refused before the service is asked`(
        text: String
    ) async throws {
        try await test { client in
            for name in [HTTPField.Name.ifMatch, .ifNoneMatch] {
                let answer = try await client.ask(.get, path, headers: [name: text])
                #expect(answer.status == 400)
                #expect(try answer.code == "gateway.header_invalid")
                #expect(try answer.json["errors"]?[0]?["pointer"]?.text == "/\(name)")
            }
        }
        #expect(house.asked.count(GetSettings.self) == 0)
    }

    @Test func `what is longer than any list of tags is refused before the service is asked`()
        async throws
    {
        let long = "\"\(String(repeating: "a", count: 8_190))\""
        try await test { client in
            for name in [HTTPField.Name.ifMatch, .ifNoneMatch] {
                for path in [path, "/v1/friends", "/openapi.yaml"] {
                    let answer = try await client.ask(.get, path, headers: [name: long])
                    #expect(answer.status == 431, "\(path)")
                    #expect(try answer.code == "gateway.headers_too_large")
                }
            }
        }
        #expect(house.asked.count(GetSettings.self) == 0)
    }

    @Test func `what is missing is not found, whatever the conditions are`() async throws {
        let gateway = house.gateway(challenges: {
            let fault = ChallengesError.definitionNotFound.fault
            $0.refuse(GetDefinition.self, with: fault, noting: house.asked)
        })
        try await gateway.test(token: house.token()) { client in
            for headers in [[.ifNoneMatch: "*"], [.ifMatch: "\"7\""]] as [HTTPFields] {
                let path = "/v1/definitions/\(DefinitionID())"
                let answer = try await client.ask(.get, path, headers: headers)
                #expect(answer.status == 404)
            }
        }
    }

    @Test func `there is no 304 after a like, which changes no version`() async throws {
        let likes = Mutex(0)
        let gateway = house.gateway(challenges: {
            $0.on { (call: GetDefinition, _: CallContext) in
                Samples.definition(call.definition, likeCount: likes.withLock(\.self))
            }
        })
        try await gateway.test(token: house.token()) { client in
            let path = "/v1/definitions/\(DefinitionID())"
            let tag = try #require(try await client.ask(.get, path).headers[.eTag])
            let held: HTTPFields = [.ifNoneMatch: tag]
            #expect(try await client.ask(.get, path, headers: held).status == 304)
            likes.withLock { $0 = 1 }
            let liked = try await client.ask(.get, path, headers: held)
            #expect(liked.status == 200)
            #expect(liked.headers.shownVersion == 7)
            #expect(try liked.json["likeCount"] == 1)
            #expect(try await client.ask(.get, path, headers: [.ifMatch: tag]).status == 200)
        }
    }

    @Test func `there is no 304 once the URLs of pictures are others`() async throws {
        let assignment = Samples.assignment()
        let gateway = house.gateway(challenges: {
            $0.answer(GetAssignment.self, with: assignment, noting: house.asked)
        })
        try await gateway.test(token: house.token()) { client in
            let path = "/v1/assignments/\(assignment.id)"
            let first = try await client.ask(.get, path)
            #expect(first.text.contains("/v1/media/"))
            let held: HTTPFields = [.ifNoneMatch: try #require(first.headers[.eTag])]
            #expect(try await client.ask(.get, path, headers: held).status == 304)
            house.clocks.advance(by: .minutes(10))
            #expect(try await client.ask(.get, path, headers: held).status == 200)
        }
    }
}
