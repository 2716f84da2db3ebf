import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Identifiers
import NIOCore
import TestKit
import Testing
import Wire

@testable import Gateway

/// `protocol/http.txt`: which calls each route sends. Found out by requesting each route once, with
/// services behind the gateway that note their calls.
@Suite struct RoutesTests {
    /// What a route is asked with where an empty request does not do.
    private struct Example {
        /// Parameters of the path that are not IDs, by name.
        var parameters: [String: String] = [:]
        var query = ""
        var json: String?
        var headers: HTTPFields = [:]
        var body: ByteBuffer?
    }

    private static let id = "0190f5e4-7c00-7000-8000-000000000001"
    private static let code = "cabcdefghijklmno"
    /// What a browser adds to the requests of the gateway's own pages.
    private static let browser: HTTPFields = [
        .origin: "http://localhost", .cookie: "gauntlet=\(String(repeating: "x", count: 43))",
    ]
    private static let invite = "iabcdefghijklmno"

    private let examples: [String: Example] = [
        "POST /v1/accounts": Example(
            json: """
                {"username": "ana", "password": "correct horse", "firstName": "Ana", \
                "lastName": "Lima"}
                """
        ),
        "POST /v1/sessions": Example(json: #"{"login": "ana", "password": "correct horse"}"#),
        "POST /v1/sessions/refresh": Example(json: #"{"refreshToken": "token"}"#),
        "POST /v1/browser/accounts": Example(
            json: """
                {"username": "ana", "password": "correct horse", "firstName": "Ana", \
                "lastName": "Lima"}
                """,
            headers: browser
        ),
        "POST /v1/browser/sessions": Example(
            json: #"{"login": "ana", "password": "correct horse"}"#,
            headers: browser
        ),
        "POST /v1/browser/sessions/refresh": Example(headers: browser),
        "DELETE /v1/browser/sessions/current": Example(headers: browser),
        "PUT /v1/me/avatar": Example(json: #"{"mediaID": "\#(id)"}"#),
        "POST /v1/me/password": Example(
            json: #"{"current": "correct horse", "password": "battery staple"}"#
        ),
        "POST /v1/password-resets": Example(json: #"{"login": "ana"}"#),
        "POST /v1/password-resets/confirm": Example(
            json: #"{"ticket": "ticket", "password": "battery staple"}"#
        ),
        "POST /v1/email-verifications": Example(json: #"{"ticket": "ticket"}"#),
        "POST /v1/sessions/providers/{provider}": Example(
            parameters: ["provider": "google"],
            json: #"{"identityToken": "token"}"#
        ),
        "PUT /v1/me/logins/{provider}": Example(
            parameters: ["provider": "google"],
            json: #"{"identityToken": "token"}"#
        ),
        "DELETE /v1/me/logins/{provider}": Example(parameters: ["provider": "google"]),
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
        "POST /v1/challenges/check": Example(json: #"{"recipients": ["\#(id)"]}"#),
        "POST /v1/definitions": Example(json: #"{"name": "Plank"}"#),
        "PUT /v1/definitions/{id}/rating": Example(json: #"{"stars": 4}"#),
        "GET /v1/assignments": Example(query: "?role=recipient"),
        "POST /v1/assignments/{id}/try-again": Example(json: #"{"reason": "Too dark"}"#),
        "POST /v1/assignments/{id}/reject": Example(json: #"{"reason": "Never"}"#),
        "POST /v1/contests": Example(
            json: #"{"kind": "open", "name": "Swim", "unit": "m", "goal": 5000}"#
        ),
        "POST /v1/contests/{id}/hand-over": Example(json: #"{"to": "\#(id)"}"#),
        "POST /v1/contests/{id}/invitations": Example(json: #"{"invitees": ["\#(id)"]}"#),
        "POST /v1/contests/{id}/shares": Example(json: #"{"recipients": ["\#(id)"]}"#),
        "POST /v1/contests/{id}/photos": Example(json: #"{"mediaIDs": ["\#(id)"]}"#),
        "POST /v1/goals/{id}/photos": Example(json: #"{"mediaIDs": ["\#(id)"]}"#),
        "POST /v1/me/photos": Example(json: #"{"mediaIDs": ["\#(id)"]}"#),
        "PUT /v1/contests/{id}/target": Example(json: #"{"target": 1.5}"#),
        "GET /v1/codes/{code}": Example(parameters: ["code": code]),
        "POST /v1/codes/{code}/open": Example(parameters: ["code": code]),
        "DELETE /v1/codes/{code}": Example(parameters: ["code": code]),
        "POST /v1/invites": Example(json: #"{"kind": "friend"}"#),
        "DELETE /v1/invites/{code}": Example(parameters: ["code": invite]),
        "POST /v1/invites/{code}/accept": Example(parameters: ["code": invite]),
        "POST /v1/goals": Example(json: #"{"name": "Meditate", "recurrence": "daily"}"#),
        "POST /v1/goals/{id}/entries": Example(json: #"{"amount": 1.5}"#),
        "POST /v1/timings": Example(json: #"{"of": "goal", "subject": "\#(id)"}"#),
        "POST /v1/timings/{id}/pause": Example(json: #"{"elapsedMilliseconds": 1500}"#),
        "POST /v1/timings/{id}/finish": Example(json: #"{"elapsedMilliseconds": 1500}"#),
        "GET /v1/health/{metric}": Example(parameters: ["metric": "steps"]),
        "PUT /v1/health/{metric}/{day}": Example(
            parameters: ["metric": "steps", "day": "2026-03-01"],
            json: #"{"amount": 9000, "source": "phone", "observedAt": "2026-03-01T20:00:00Z"}"#
        ),
        "POST /v1/reminders": Example(
            json: #"{"of": "goal", "subject": "\#(id)", "minuteOfDay": 480, "weekdays": [1, 5]}"#
        ),
        "POST /v1/entries/{id}/query": Example(json: #"{"reason": "So much?"}"#),
        "POST /v1/entries/{id}/vote": Example(json: #"{"removes": true}"#),
        "POST /v1/entries/{id}/decide": Example(json: #"{"removes": false}"#),
        "PATCH /v1/photos/{id}": Example(json: #"{"audience": "public"}"#),
    ]

    /// What a route is asked with besides, where it then sends another call.
    private let others: [String: Example] = [
        "GET /v1/codes/{code}": Example(parameters: ["code": invite])
    ]

    /// Calls that people may ask, and for which there is no route on purpose.
    private let internals: Set<String> = [
        "VoidAssignment"
    ]

    /// What a route did.
    private struct Asked: Equatable {
        let path: String
        let method: String
        let status: Int
        let calls: [String]

        var line: String { ([method, path, "\(status)"] + calls).joined(separator: " ") }
    }

    @Test func `every route asks what is written down`() async throws {
        let routes = try await askAll()
        for name in examples.keys {
            #expect(routes.contains { "\($0.method) \($0.path)" == name }, "no route \(name)")
        }
        let routed = Set(routes.flatMap(\.calls))
        let others = Interface.calls.filter { !routed.contains($0.name) }
        for call in others where !call.isInternal {
            #expect(internals.contains(call.name), "\(call.name) has no route and is not internal")
        }
        #expect(internals.subtracting(others.map { $0.name }).isEmpty)
        let lines = routes.map(\.line) + [""] + others.map { "internal \($0.name)" }
        try expectGolden(
            """
            # Each route, the status of its answer, and the calls that it sends; then the calls without a
            # route. Written by GOLDEN=record, never by hand.


            """ + lines.map { $0 + "\n" }.joined(),
            matches: "protocol/http.txt"
        )
    }

    @Test func `every write compares a version, or is refused before it is sent`() async throws {
        let services = try SpecimenServices()
        let gateway = services.gateway()
        let writes = gateway.router.routes.filter { $0.method != .get && $0.method != .head }
        #expect(Set(writes.map(\.method)) == [.post, .put, .patch, .delete])
        for route in writes {
            let name = "\(route.method) \(route.path)"
            func ask(_ header: HTTPField.Name, _ value: String) async throws -> (Int, [Int64?]) {
                let token = try services.token()
                let answer = try await self.ask(
                    gateway,
                    route.method,
                    name,
                    token,
                    headers: [header: value]
                )
                return (answer.status.code, services.takeVersions().map(\.version))
            }
            let (status, versions) = try await ask(.ifMatch, "\"7\"")
            #expect(status < 400 || status == 412, "\(name): \(status)")
            #expect(versions == (status < 400 ? [7] : []), "\(name) drops If-Match")
            let (other, none) = try await ask(.ifNoneMatch, "*")
            #expect(other == 412 && none.isEmpty, "\(name) drops If-None-Match")
            let (any, sent) = try await ask(.ifMatch, "*")
            #expect(any < 400 && sent == [nil], "\(name) is refused, whatever there is")
        }
    }

    @Test func `every answer with a tag is 304 to who has it, and 412 to who expects another`()
        async throws
    {
        let services = try SpecimenServices()
        let gateway = services.gateway()
        var tagged: Set<String> = []
        for route in gateway.router.routes where route.method == .get {
            let name = "\(route.method) \(route.path)"
            func ask(_ headers: HTTPFields) async throws -> TestResponse {
                try await self.ask(gateway, .get, name, services.token(), headers: headers)
            }
            guard let tag = try await ask([:]).headers[.eTag] else { continue }
            tagged.insert("\(route.path)")
            for held in [tag, "\"x\", W/\(tag)", "*"] {
                let answer = try await ask([.ifNoneMatch: held])
                #expect(answer.status == .notModified, "\(name) \(held)")
                #expect(answer.headers[.eTag]?.hasSuffix(tag) == true, "\(name) \(held)")
                #expect(answer.body.readableBytes == 0)
            }
            #expect(try await ask([.ifNoneMatch: "\"x\""]).status == .ok, "\(name)")
            #expect(try await ask([.ifMatch: "\"x\""]).status == .preconditionFailed, "\(name)")
            #expect(try await ask([.ifMatch: "\"x\", \(tag)"]).status == .ok, "\(name)")
        }
        let versioned = CallRoute.tagged.flatMap(\.value)
            .filter { $0.method == .get && $0.call.isVersioned }.map { "/v1/\($0.path)" }
        #expect(versioned.count >= 6)
        #expect(tagged == Set(versioned).union(["/openapi.yaml", "/v1/media/{id}/{variant}"]))
    }

    /// Asks every route once; in the order of paths. A HEAD that is a GET without a body is left
    /// out.
    private func askAll() async throws -> [Asked] {
        let services = try SpecimenServices()
        let gateway = services.gateway()
        var routes: [Asked] = []
        for route in gateway.router.routes {
            let name = "\(route.method) \(route.path)"
            let answer = try await ask(gateway, route.method, name, services.token())
            let status = answer.status.code
            #expect(status < 400, "\(name) needs an example in `RoutesTests`")
            var calls = services.takeAsked()
            if let other = others[name] {
                let token = try services.token()
                let answer = try await ask(gateway, route.method, name, token, with: other)
                #expect(answer.status.code == status, "\(name)")
                calls += services.takeAsked()
            }
            routes.append(
                Asked(
                    path: "\(route.path)",
                    method: "\(route.method)",
                    status: status,
                    calls: calls
                )
            )
        }
        return routes.filter { route in
            route.method != "HEAD"
                || !routes.contains {
                    $0.path == route.path && $0.method == "GET" && $0.calls == route.calls
                }
        }.sorted { ($0.path, $0.method) < ($1.path, $1.method) }
    }

    private func ask(
        _ gateway: Gateway,
        _ method: HTTPRequest.Method,
        _ name: String,
        _ token: String,
        headers conditions: HTTPFields = [:],
        with other: Example? = nil
    ) async throws -> TestResponse {
        let example =
            other ?? examples[name] ?? examples[name.replacing("HEAD ", with: "GET ")] ?? Example()
        var headers = example.headers
        headers.append(contentsOf: conditions)
        headers[.authorization] = "Bearer \(token)"
        if example.json != nil { headers[.contentType] = "application/json" }
        return try await gateway.application.test(.router) { [headers] client in
            try await client.executeRequest(
                uri: uri(of: name, example, gateway),
                method: method,
                headers: headers,
                body: example.body ?? example.json.map { ByteBuffer(string: $0) }
            )
        }
    }

    private func uri(of name: String, _ example: Example, _ gateway: Gateway) -> String {
        let path = String(name[name.index(after: name.firstIndex(of: " ") ?? name.startIndex)...])
        guard path != "/v1/media/{id}/{variant}" else {
            return gateway.signedURLs.url(of: MediaReference(MediaID(Self.id) ?? MediaID()))
        }
        let whole = path.replacing(/\{(\w+)\}/) { found in
            example.parameters[String(found.output.1)] ?? Self.id
        }
        return whole + example.query
    }
}
