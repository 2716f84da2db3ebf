import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Identifiers
import NIOCore
import TestKit
import Testing
import Wire

@testable import Gateway

/// `protocol/http.txt`: which route asks which calls. Found out by asking each route once, and
/// listening to what the services behind the gateway are asked.
@Suite struct RoutesTests {
    /// What a route is asked with where an empty request does not do.
    private struct Example {
        var query = ""
        var json: String?
        var headers: HTTPFields = [:]
        var body: ByteBuffer?
    }

    private static let id = "0190f5e4-7c00-7000-8000-000000000001"

    private let examples: [String: Example] = [
        "POST /v1/accounts": Example(
            json: """
                {"username": "ana", "password": "correct horse", "firstName": "Ana", \
                "lastName": "Lima"}
                """
        ),
        "POST /v1/sessions": Example(json: #"{"login": "ana", "password": "correct horse"}"#),
        "POST /v1/sessions/refresh": Example(json: #"{"refreshToken": "token"}"#),
        "PUT /v1/me/avatar": Example(json: #"{"mediaID": "\#(id)"}"#),
        "GET /v1/users": Example(query: "?q=ana"),
        "POST /v1/friend-requests": Example(json: #"{"to": "\#(id)"}"#),
        "GET /v1/friend-requests": Example(query: "?direction=incoming"),
        "POST /v1/media": Example(
            headers: [.contentType: "image/png"],
            body: ByteBuffer(bytes: [1, 2, 3])
        ),
        "POST /v1/challenges": Example(
            json: #"{"kind": "dare", "name": "Run", "recipients": ["\#(id)"]}"#
        ),
        "GET /v1/assignments": Example(query: "?role=recipient"),
        "POST /v1/assignments/{id}/try-again": Example(json: #"{"reason": "Too dark"}"#),
        "POST /v1/assignments/{id}/reject": Example(json: #"{"reason": "Never"}"#),
    ]

    /// Calls that people may ask, and for which there is no route on purpose.
    private let internals: Set<String> = [
        "VoidAssignment"
    ]

    @Test func `every route asks what is written down`() async throws {
        let doors = try Doors()
        let gateway = doors.gateway()
        var routes: [(path: String, method: String, status: Int, calls: [String])] = []
        for route in gateway.router.routes {
            let name = "\(route.method) \(Self.path(route.path))"
            let answer = try await ask(gateway, route.method, name, doors.token())
            let calls = doors.takeAsked()
            #expect(answer.code < 400, "\(name) needs an example in `RoutesTests`")
            routes.append((Self.path(route.path), "\(route.method)", answer.code, calls))
        }
        for name in examples.keys {
            #expect(routes.contains { "\($0.method) \($0.path)" == name }, "no route \(name)")
        }
        let lines = routes.sorted { ($0.path, $0.method) < ($1.path, $1.method) }.map {
            ([$0.method, $0.path, "\($0.status)"] + $0.calls).joined(separator: " ")
        }
        let routed = Set(routes.flatMap(\.calls))
        let others = Interface.calls.filter { !routed.contains($0.name) }
        for call in others where !call.isInternal {
            #expect(internals.contains(call.name), "\(call.name) has no route and is not internal")
        }
        #expect(internals.subtracting(others.map { $0.name }).isEmpty)
        let text = (lines + [""] + others.map { "internal \($0.name)" }).map { $0 + "\n" }
        try expectGolden(
            """
            # Which route asks which calls, and with which status it answers. Then the calls that no
            # route asks. Written by GOLDEN=record, never by hand.


            """ + text.joined(),
            matches: "protocol/http.txt"
        )
    }

    private func ask(
        _ gateway: Gateway,
        _ method: HTTPRequest.Method,
        _ name: String,
        _ token: String
    ) async throws -> HTTPResponse.Status {
        let example = examples[name] ?? Example()
        var headers = example.headers
        headers[.authorization] = "Bearer \(token)"
        if example.json != nil { headers[.contentType] = "application/json" }
        return try await gateway.application.test(.router) { [headers] client in
            try await client.executeRequest(
                uri: uri(of: name, example, gateway),
                method: method,
                headers: headers,
                body: example.body ?? example.json.map { ByteBuffer(string: $0) }
            ).status
        }
    }

    private func uri(of name: String, _ example: Example, _ gateway: Gateway) -> String {
        let path = String(name[name.index(after: name.firstIndex(of: " ") ?? name.startIndex)...])
        guard !path.contains("{variant}") else {
            return gateway.links.url(of: MediaReference(MediaID(Self.id) ?? MediaID()))
        }
        return path.replacing(/{[a-zA-Z]+}/, with: Self.id) + example.query
    }

    /// The path as the interface's description writes it.
    private static func path(_ path: RouterPath) -> String {
        "\(path)"
    }
}
