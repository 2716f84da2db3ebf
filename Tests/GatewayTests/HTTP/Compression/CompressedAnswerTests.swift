import ChallengesAPI
import HTTPTypes
import HummingbirdTesting
import IdentityAPI
import Identifiers
import NIOCore
import RPC
import TestBasics
import TestKit
import Testing
import Values
import Wire

@testable import Gateway

/// Answers to clients that accept gzip.
struct CompressedAnswerTests {
    private var house = House()
    private let gzip: HTTPFields = [.acceptEncoding: "br, gzip;q=0.8"]
    private let long = Samples.definition(description: String(repeating: "Swim. ", count: 300))

    private func test(_ body: @Sendable (Client) async throws -> Void) async throws {
        let codes = (0..<40).map { _ in
            ContestCode(
                code: "cabcdefghijklmno",
                url: "/v1/codes/cabcdefghijklmno",
                madeBy: Samples.bo,
                madeAt: Samples.time,
                uses: 0,
                usesMax: nil,
                expiresAt: Samples.time
            )
        }
        let gateway = house.gateway(
            identity: {
                $0.answer(GetSettings.self, with: Samples.settings(), noting: house.asked)
                $0.answer(SignIn.self, with: Samples.signedIn(house.ana), noting: house.asked)
                let friends = [Person](repeating: Samples.bo, count: 40)
                $0.answer(ListFriends.self, with: Page(items: friends), noting: house.asked)
            },
            challenges: {
                $0.answer(GetDefinition.self, with: long, noting: house.asked)
                $0.answer(LikeDefinition.self, with: long, noting: house.asked)
                $0.answer(ListCodes.self, with: Page(items: codes), noting: house.asked)
            }
        )
        try await gateway.test(token: house.token(), body)
    }

    @Test func `a list is compressed, and is the same`() async throws {
        try await test { client in
            let plain = try await client.ask(.get, "/v1/friends")
            #expect(plain.headers[.contentEncoding] == nil)
            #expect(plain.headers[.vary] == "Accept-Encoding")
            #expect(plain.sentBytes == plain.bytes.readableBytes)
            #expect(plain.sentBytes > 2_000)
            let answer = try await client.ask(.get, "/v1/friends", headers: gzip)
            #expect(answer.headers[.contentEncoding] == "gzip")
            #expect(answer.headers[.vary] == "Accept-Encoding")
            #expect(answer.headers[.contentLength] == "\(answer.sentBytes)")
            #expect(answer.headers[.contentType] == "application/json")
            #expect(answer.headers[.eTag] == nil)
            #expect(answer.bytes == plain.bytes)
            #expect(answer.sentBytes < plain.sentBytes / 4)
            let head = try await client.ask(.head, "/v1/friends", headers: gzip)
            #expect(head.headers[.contentEncoding] == "gzip")
            #expect(head.headers[.contentLength] == answer.headers[.contentLength])
            #expect(head.sentBytes == 0)
        }
    }

    @Test(arguments: ["gzip;q=0", "identity, gzip;q=0.5", "gzip;q=x", "br", "gzip gzip"])
    func `a client that does not want it gets the body as it is`(text: String) async throws {
        try await test { client in
            let headers: HTTPFields = [.acceptEncoding: text]
            let answer = try await client.ask(.get, "/v1/friends", headers: headers)
            #expect(answer.status == 200)
            #expect(answer.headers[.contentEncoding] == nil)
        }
    }

    @Test func `each form has its tag, and either is taken`() async throws {
        try await test { client in
            let path = "/v1/definitions/\(long.id)"
            let plain = try #require(try await client.ask(.get, path).headers[.eTag])
            let answer = try await client.ask(.get, path, headers: gzip)
            let tag = try #require(answer.headers[.eTag])
            #expect(answer.headers[.contentEncoding] == "gzip")
            #expect(tag == "\(plain.dropLast()).gzip\"")
            for held in [tag, plain, "W/\(tag)"] {
                var headers = gzip
                headers[.ifNoneMatch] = held
                let answer = try await client.ask(.get, path, headers: headers)
                #expect(answer.status == 304)
                #expect(answer.headers[.eTag] == held)
                #expect(answer.headers[.vary] == "Accept-Encoding")
                #expect(answer.headers[.contentEncoding] == nil)
            }
            #expect(try await client.ask(.get, path, headers: [.ifMatch: tag]).status == 200)
            let other = try await client.ask(.get, path, headers: [.ifNoneMatch: tag])
            #expect(other.status == 200)
            #expect(other.headers[.eTag] == plain)
        }
    }

    @Test func `the answer to a write is compressed, too`() async throws {
        try await test { client in
            let path = "/v1/definitions/\(long.id)/like"
            let answer = try await client.ask(.put, path, headers: gzip)
            #expect(answer.headers[.contentEncoding] == "gzip")
            #expect(answer.headers.shownVersion == 7)
            #expect(try answer.json["version"] == 7)
        }
    }

    @Test func `a short body stays as it is`() async throws {
        try await test { client in
            let answer = try await client.ask(.get, "/v1/me/settings", headers: gzip)
            #expect(answer.headers[.contentEncoding] == nil)
            #expect(answer.headers[.vary] == "Accept-Encoding")
            #expect(answer.headers[.eTag]?.contains("gzip") == false)
        }
    }

    @Test func `tokens and codes are never compressed`() async throws {
        try await test { client in
            let codes = try await client.ask(
                .get,
                "/v1/contests/\(ChallengeID())/codes",
                headers: gzip
            )
            #expect(codes.status == 200)
            #expect(codes.sentBytes > 2_000)
            let tokens = try await client.ask(
                .post,
                "/v1/sessions",
                json: #"{"login":"ana","password":"correct horse"}"#,
                headers: gzip
            )
            #expect(tokens.status == 201)
            for answer in [codes, tokens] {
                #expect(answer.headers[.contentEncoding] == nil)
                #expect(answer.headers[.vary] == nil)
            }
        }
        for call in [
            Register.self, SignIn.self, RefreshSession.self, MakeCode.self, MakeInvite.self,
        ] as [any Call.Type] {
            let hasSecrets = call.hasSecrets
            #expect(hasSecrets, "\(call)")
        }
    }

    @Test func `a setting turns it off`() async throws {
        var plain = self
        plain.house.compression = .none
        try await plain.test { client in
            for path in ["/v1/friends", "/openapi.yaml"] {
                let answer = try await client.ask(.get, path, headers: gzip)
                #expect(answer.headers[.contentEncoding] == nil)
                #expect(answer.headers[.vary] == nil)
            }
            let path = "/v1/definitions/\(long.id)"
            let tag = try #require(try await client.ask(.get, path, headers: gzip).headers[.eTag])
            // A proxy compresses instead.
            let held = "\(tag.dropLast())-gzip\""
            let headers: HTTPFields = [.acceptEncoding: "gzip", .ifNoneMatch: held]
            #expect(try await client.ask(.get, path, headers: headers).status == 304)
        }
    }

    @Test func `a client that takes nothing of a compressed list is cut`() async throws {
        // Text that compresses to more than the system takes for a client that does not read.
        let people = (0..<15).map { _ in
            let letters = (0..<60_000).map { _ in UInt8.random(in: 0x41...0x5A) }
            let name = String(decoding: letters, as: UTF8.self)
            return Person(id: UserID(), username: "bo", firstName: name, lastName: "")
        }
        var strict = house
        strict.connections.stall = .milliseconds(200)
        let gateway = strict.gateway(identity: {
            $0.answer(ListFriends.self, with: Page(items: people), noting: house.asked)
        })
        let token = try await house.token()
        try await gateway.test(.live, token: token) { client in
            // The connection of `client` is one of those that are counted.
            #expect(try await client.ask(.get, "/v1/nothing").status == 404)
            let others = gateway.connections.count
            let reader = try RawReader(
                port: #require(client.http.port),
                receiveBufferBytes: 4_096
            )
            defer { reader.close() }
            try reader.send(
                """
                GET /v1/friends HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer \(token)\r\n\
                Accept-Encoding: gzip\r\n\r\n
                """
            )
            try await eventually("the list is not asked for") {
                house.asked.count(ListFriends.self) == 1
            }
            try await eventually("it is not cut") { gateway.connections.count == others }
            var read = 0
            try await eventually("it does not hear of it") {
                guard let count = reader.read(atMost: 65_536) else { return true }
                read += count
                return false
            }
            let head = try await client.ask(.head, "/v1/friends", headers: gzip)
            #expect(head.headers[.contentEncoding] == "gzip")
            let whole = try #require(head.headers[.contentLength].flatMap { Int($0) })
            #expect(read < whole)
        }
    }

    @Test func `a page of another origin may read either`() async throws {
        var open = self
        open.house.origins = try #require(AllowedOrigins("https://play.example.org"))
        try await open.test { client in
            var headers = gzip
            headers[.origin] = "https://play.example.org"
            let answer = try await client.ask(.get, "/v1/friends", headers: headers)
            #expect(answer.headers[values: .vary] == ["Accept-Encoding", "Origin"])
        }
    }

    @Test func `whatever answers tokens, codes of contests or invites is known to`() throws {
        let interface = try #require(Interface.served)
        let known = CallRoute.tagged.flatMap(\.value).filter { $0.call.hasSecrets }
            .map { "\($0.method.rawValue) /v1/\($0.path)" }
        let documented = interface.operations.filter { operation in
            operation.node["responses"]?.members.contains { status, answer in
                let schema = answer["content"]?["application/json"]?["schema"]
                return status.hasPrefix("2") && schema.map { Self.hasSecret($0, interface) } == true
            } == true
        }
        #expect(known.count >= 5)
        #expect(Set(known) == Set(documented.map { "\($0.method) \($0.path)" }))
    }

    /// Whether a schema, or one in it, is of something with a secret. A schema may contain itself.
    private static func hasSecret(
        _ schema: JSONValue,
        _ interface: Interface,
        in outer: Set<String> = []
    ) -> Bool {
        var outer = outer
        if let name = schema["$ref"]?.text {
            let codes = ["Code", "Invite"].map { "#/components/schemas/\($0)" }
            if codes.contains(name) { return true }
            guard outer.insert(name).inserted else { return false }
        }
        let schema = interface.resolved(schema)
        let properties = schema["properties"]?.members ?? [:]
        let secrets = ["accessToken", "refreshToken"]
        if properties.keys.contains(where: secrets.contains) { return true }
        let inner = Array(properties.values) + (schema["items"].map { [$0] } ?? [])
        return inner.contains { hasSecret($0, interface, in: outer) }
    }
}
