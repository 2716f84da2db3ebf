import HTTPTypes
import HummingbirdTesting
import IdentityAPI
import NIOCore
import RPC
import TestBasics
import TestKit
import Testing
import Wire

@testable import Gateway

/// What load balancers and proxies ask.
@Suite struct HealthCheckTests {
    private static let checks: [(HTTPRequest.Method, String, Int)] = [
        (.get, "/health", 200), (.head, "/health", 200), (.options, "*", 204), (.options, "/", 204),
    ]

    @Test(arguments: checks)
    func `it is answered without a token and without a call, whatever was asked before`(
        method: HTTPRequest.Method,
        path: String,
        status: Int
    ) async throws {
        var house = House()
        house.requests.perAddress = 1
        try await house.gateway().test(.live) { client in
            #expect(try await client.ask(.get, "/v1/me").status == 401)
            #expect(try await client.ask(.get, "/v1/me").status == 429)
            for _ in 0..<3 {
                let answer = try await client.ask(method, path)
                #expect(answer.status == status)
                #expect(answer.headers[.traceID] != nil)
                #expect(answer.text == (method == .get ? "healthy\n" : ""))
            }
        }
        #expect(house.asked.count(VerifySession.self) == 0)
    }

    @Test(arguments: checks)
    func `a gateway that stops is to get no more`(
        method: HTTPRequest.Method,
        path: String,
        status: Int
    ) async throws {
        let gateway = House().gateway()
        try await gateway.test(.router) { client in
            #expect(try await client.ask(method, path).status == status)
            await gateway.connections.drain(within: .zero)
            let answer = try await client.ask(method, path)
            #expect(answer.status == 503)
            #expect(answer.headers[.retryAfter] == "1")
        }
    }

    /// As HAProxy asks, whose probe names no host.
    @Test(arguments: [
        ("GET /health HTTP/1.0\r\n\r\n", "200 OK"),
        ("OPTIONS / HTTP/1.0\r\n\r\n", "204 No Content"),
        ("OPTIONS * HTTP/1.0\r\n\r\n", "204 No Content"),
        ("OPTIONS * HTTP/1.0\r\nContent-Length: 3\r\n\r\nabc", "204 No Content"),
        ("OPTIONS / HTTP/1.0\r\nContent-Length: 9000000\r\n\r\nabc", "204 No Content"),
    ])
    func `an HTTP 1.0 client is answered, and its connection ends`(
        request: String,
        status: String
    ) async throws {
        var house = House()
        house.connections.farewell = .milliseconds(100)
        try await house.gateway().test(.live) { client in
            let raw = try await RawClient(port: #require(client.http.port))
            try await raw.send(request)
            try await eventually("not ended") { raw.isEnded }
            #expect(raw.text.hasPrefix("HTTP/1.1 \(status)\r\n"))
            #expect(raw.text.contains("Connection: close\r\n"))
            await raw.close()
        }
    }

    @Test(arguments: [
        (HTTPRequest.Method.get, "/healthy", 404), (.get, "/health/ready", 404),
        (.post, "/health", 405),
        (.options, "/health", 405), (.get, "/health?deep=1", 400), (.options, "/v1", 404),
    ])
    func `nothing else is a check`(
        method: HTTPRequest.Method,
        path: String,
        status: Int
    ) async throws {
        try await House().gateway().test { client in
            let answer = try await client.ask(method, path)
            #expect(answer.status == status)
        }
    }
}
