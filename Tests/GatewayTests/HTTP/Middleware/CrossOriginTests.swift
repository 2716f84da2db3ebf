import HTTPTypes
import Hummingbird
import HummingbirdTesting
import IdentityAPI
import RPC
import TestBasics
import TestKit
import Testing
import Wire

@testable import Gateway

/// Which web pages may send requests.
@Suite struct CrossOriginTests {
    private func test(
        _ origins: String?,
        _ body: @Sendable (Client) async throws -> Void
    ) async throws {
        var house = House()
        house.origins = try origins.map { try #require(AllowedOrigins($0)) } ?? AllowedOrigins()
        let asked = house.asked
        let gateway = house.gateway(identity: {
            $0.answer(ListFriends.self, with: Page(items: []), noting: asked)
        })
        try await gateway.test(token: house.token(), body)
    }

    private func preflight(
        _ client: Client,
        _ path: String,
        origin: String = "https://play.example.org"
    ) async throws -> Client.Answer {
        try await client.ask(
            .options,
            path,
            headers: [
                .origin: origin, .accessControlRequestMethod: "PUT",
                .accessControlRequestHeaders: "authorization,content-type",
            ]
        )
    }

    @Test func `a preflight response says what the browser may send`() async throws {
        try await test("https://play.example.org, http://localhost:3000") { client in
            for origin in ["https://play.example.org", "http://localhost:3000"] {
                let answer = try await preflight(client, "/v1/me/avatar", origin: origin)
                #expect(answer.status == 204)
                #expect(answer.headers[.accessControlAllowOrigin] == origin)
                #expect(answer.headers[.accessControlAllowMethods] == "DELETE, PUT")
                let headers = try #require(answer.headers[.accessControlAllowHeaders])
                for name in ["Authorization", "Content-Type", "Idempotency-Key", "If-Match"] {
                    #expect(headers.contains(name))
                }
                #expect(answer.headers[.accessControlMaxAge] == "7200")
                #expect(answer.headers[.vary] == "Origin")
                #expect(answer.headers[.accessControlAllowCredentials] == nil)
            }
            let friends = try await preflight(client, "/v1/friend-requests")
            #expect(friends.headers[.accessControlAllowMethods] == "GET, HEAD, POST")
        }
    }

    @Test func `a preflight request needs no token`() async throws {
        try await test("https://play.example.org") { client in
            let stranger = Client(http: client.http, token: nil)
            let ahead = try await preflight(stranger, "/v1/me")
            #expect(ahead.status == 204)
        }
    }

    @Test(arguments: [
        "https://play.example.com", "http://play.example.org", "https://play.example.org:8443",
        "https://PLAY.example.org", "null", "https://play.example.org.evil.example",
    ])
    func `another page gets no CORS headers`(origin: String) async throws {
        try await test("https://play.example.org") { client in
            let ahead = try await preflight(client, "/v1/friends", origin: origin)
            #expect(ahead.status == 405)
            #expect(ahead.headers[.accessControlAllowOrigin] == nil)
            #expect(ahead.headers[.vary] == "Origin")
            let answer = try await client.ask(.get, "/v1/friends", headers: [.origin: origin])
            #expect(answer.status == 200)
            #expect(answer.headers[.accessControlAllowOrigin] == nil)
            #expect(answer.headers[.vary] == "Accept-Encoding, Origin")
        }
    }

    @Test func `a page may read replies and refusals`() async throws {
        try await test("https://play.example.org") { client in
            for (path, status) in [("/v1/friends", 200), ("/v1/friends?x=1", 400), ("/v1/x", 404)] {
                let answer = try await client.ask(
                    .get,
                    path,
                    headers: [.origin: "https://play.example.org"]
                )
                #expect(answer.status == status)
                #expect(
                    answer.headers[.accessControlAllowOrigin] == "https://play.example.org"
                )
                let exposed = try #require(answer.headers[.accessControlExposeHeaders])
                for name in ["ETag", "Retry-After", "Trace-Id"] { #expect(exposed.contains(name)) }
                #expect(answer.headers[.accessControlAllowCredentials] == nil)
            }
        }
    }

    @Test func `a page may read refusals that come before any route`() async throws {
        var house = House()
        house.origins = try #require(AllowedOrigins("https://play.example.org"))
        house.requests.perAddress = 2
        let gateway = house.gateway()
        try await gateway.test(.live, token: house.token()) { client in
            let asked: [(HTTPRequest.Method, String, Int)] = [
                (.get, "/v1/nothing", 404), (.patch, "/v1/friends", 405),
                (.get, "/v1/friends", 429),
            ]
            for (method, path, status) in asked {
                let answer = try await client.ask(
                    method,
                    path,
                    headers: [.origin: "https://play.example.org"]
                )
                #expect(answer.status == status)
                #expect(answer.headers[.accessControlAllowOrigin] == "https://play.example.org")
                #expect(answer.headers[.vary] == "Origin")
            }
        }
    }

    @Test(arguments: [
        ("https://play.example.org", "https://play.example.org", "Origin"),
        ("*", "*", nil), ("https://other.example", nil, "Origin"), (nil, nil, nil),
    ])
    func `a page may read refusals that no middleware sees`(
        origins: String?,
        answer: String?,
        vary: String?
    ) throws {
        let allowed = try origins.map { try #require(AllowedOrigins($0)) } ?? AllowedOrigins()
        let problem = Problem(fault: GatewayError.urlTooLong.fault, trace: TraceContext())
        let (head, _) = problem.bareResponse(
            House().gateway().json,
            to: "https://play.example.org",
            of: allowed
        )
        #expect(head.headerFields[.accessControlAllowOrigin] == answer)
        #expect((head.headerFields[.accessControlExposeHeaders] == nil) == (answer == nil))
        #expect(head.headerFields[.vary] == vary)
        let (silent, _) = problem.bareResponse(House().gateway().json, to: nil, of: allowed)
        #expect(silent.headerFields[.accessControlAllowOrigin] == nil)
    }

    @Test func `an unknown path gets no preflight response`() async throws {
        try await test("https://play.example.org") { client in
            let ahead = try await preflight(client, "/v1/nothing")
            #expect(ahead.status == 404)
        }
    }

    @Test func `OPTIONS that is not a preflight is a method like others`() async throws {
        try await test("https://play.example.org") { client in
            let answer = try await client.ask(.options, "/v1/friends")
            #expect(answer.status == 405)
        }
    }

    @Test func `every page is allowed if the operator says so, without credentials`() async throws {
        try await test("*") { client in
            let answer = try await preflight(client, "/v1/me", origin: "https://any.example")
            #expect(answer.status == 204)
            #expect(answer.headers[.accessControlAllowOrigin] == "*")
            #expect(answer.headers[.accessControlAllowCredentials] == nil)
            #expect(answer.headers[.vary] == nil)
        }
    }

    @Test func `without origins there are no CORS headers`() async throws {
        try await test(nil) { client in
            let ahead = try await preflight(client, "/v1/me")
            #expect(ahead.status == 405)
            let answer = try await client.ask(
                .get,
                "/v1/friends",
                headers: [.origin: "https://x.y"]
            )
            #expect(answer.headers[.accessControlAllowOrigin] == nil)
            #expect(answer.headers[.vary] == "Accept-Encoding")
        }
    }

    @Test(arguments: [
        "https://play.example.org", "http://localhost:3000", "http://127.0.0.1:8080",
        "https://[2001:db8::1]", "http://[::1]:3000", "https://a-b.example:65535",
    ])
    func `an origin is a scheme, a host and a port`(text: String) throws {
        #expect(try #require(AllowedOrigins(text)).answer(to: text) == text)
    }

    @Test(arguments: [
        "", "play.example.org", "https://", "https://play.example.org/", "https://Play.example.org",
        "https://play.example.org:443", "http://play.example.org:80", "https://x:0", "https://x:",
        "https://x:65536", "https://x:08", "https://x:y", "ftp://x", "https://a b", "https://x?y",
        "https://u@x", "https://[127.0.0.1]", "https://[::1%lo]", "https://[2001:DB8::1]",
        "https://[::1]3000", "https://[::1", "https://[::1]:", "https://[x]", "null",
        "https://*.example.org", "*,https://play.example.org", "https://play.example.org,",
    ])
    func `an origin that no browser would write is rejected`(text: String) {
        #expect(AllowedOrigins(text) == nil)
    }
}
