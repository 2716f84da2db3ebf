import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import Testing

/// A client app of one cluster, as one person or as nobody.
struct App: Sendable {
    let url: String
    var token: String?
    var id = ""

    /// What the gateway answered.
    struct Answer: Sendable {
        let status: Int
        let headers: HTTPHeaders
        let json: JSON

        subscript(_ name: String) -> JSON { json[name] }
    }

    /// Registers a person with a name nobody has yet, and continues as that person.
    func registered(_ name: String) async throws -> App {
        let answer = try await persistently(
            "/v1/accounts",
            [
                "username": "\(name.lowercased())_\(UInt32.random(in: 0...UInt32.max))",
                "password": "correct horse battery", "firstName": name, "lastName": "Test",
            ]
        )
        try #require(answer.status == 201, "\(answer.json)")
        var app = self
        app.token = answer["accessToken"].text
        app.id = answer["user"]["id"].text
        return app
    }

    /// Makes two people friends.
    func befriend(_ other: App) async throws {
        let request = try await persistently("/v1/friend-requests", ["to": other.id])
        try #require(request.status == 201, "\(request.json)")
        let answer = try await other.persistently(
            "/v1/friend-requests/\(request["id"].text)/accept"
        )
        try #require(answer.status == 200, "\(answer.json)")
    }

    /// Sends a dare, and returns the ids of its assignments in the recipients' order.
    func dare(_ recipients: [App], proof: String = "none") async throws -> [String] {
        let answer = try await persistently(
            "/v1/challenges",
            [
                "kind": "dare", "name": "Ten push-ups", "description": "",
                "recipients": recipients.map(\.id), "proof": proof,
            ]
        )
        try #require(answer.status == 201, "\(answer.json)")
        return recipients.map { recipient in
            answer["assignments"].items.first { $0["recipient"]["id"].text == recipient.id }?["id"]
                .text
                ?? ""
        }
    }

    /// The person's points on the person's own scoreboard, by the id of who stands there.
    func points() async throws -> [String: Int] {
        let answer = try await get("/v1/scoreboard")
        try #require(answer.status == 200, "\(answer.json)")
        return Dictionary(
            answer["items"].items.map { ($0["user"]["id"].text, $0["points"].number) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// Waits until the scoreboard shows these points; 10 s are the promise.
    func waitForPoints(_ expected: [String: Int]) async throws {
        let deadline = ContinuousClock.now + .seconds(10)
        while true {
            let answer = try await get("/v1/scoreboard")
            if answer.status == 200 {
                let seen = try await points()
                if expected.allSatisfy({ seen[$0.key] == $0.value }) { return }
                try #require(ContinuousClock.now < deadline, "\(seen) instead of \(expected)")
            } else {
                try #require(answer.status == 503 || answer.status == 504, "\(answer.json)")
                try #require(ContinuousClock.now < deadline, "no scoreboard within 10 s")
            }
            try await Task.sleep(for: .milliseconds(30))
        }
    }

    func get(_ path: String) async throws -> Answer {
        try await send(.GET, path)
    }

    func post(_ path: String, _ body: Any? = nil, key: String? = nil) async throws -> Answer {
        try await send(.POST, path, body, key: key)
    }

    func send(
        _ method: HTTPMethod,
        _ path: String,
        _ body: Any? = nil,
        key: String? = nil,
        headers: [(String, String)] = []
    ) async throws -> Answer {
        var request = HTTPClientRequest(url: path.hasPrefix("http") ? path : url + path)
        request.method = method
        if let token { request.headers.add(name: "Authorization", value: "Bearer \(token)") }
        if let key { request.headers.add(name: "Idempotency-Key", value: key) }
        request.headers.add(contentsOf: HTTPHeaders(headers))
        if let bytes = body as? [UInt8] {
            request.body = .bytes(ByteBuffer(bytes: bytes))
        } else if let body {
            request.headers.add(name: "Content-Type", value: "application/json")
            request.body = .bytes(
                ByteBuffer(bytes: try JSONSerialization.data(withJSONObject: body))
            )
        }
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(30))
        let bytes = try await response.body.collect(upTo: 1 << 24)
        return Answer(
            status: Int(response.status.code),
            headers: response.headers,
            json: JSON(bytes)
        )
    }

    /// Asks until the answer is no 503, with the same key each time, as a client should: a write
    /// that was lost on the way is then made once.
    func persistently(
        _ path: String,
        _ body: Any? = nil,
        within limit: Duration = .seconds(20)
    ) async throws -> Answer {
        let key = UUID().uuidString
        let deadline = ContinuousClock.now + limit
        while true {
            let answer = try await post(path, body, key: key)
            guard answer.status == 503 || answer.status == 504 else { return answer }
            if answer.status == 503 {
                #expect(answer.headers.first(name: "Retry-After") != nil)
            }
            try #require(ContinuousClock.now < deadline, "\(path): \(answer.json)")
            try await Task.sleep(for: .milliseconds(50))
        }
    }
}

/// Any JSON; what is not there is `null`.
struct JSON: @unchecked Sendable, CustomStringConvertible {
    private let value: Any?

    init(_ bytes: ByteBuffer) {
        value = try? JSONSerialization.jsonObject(
            with: Data(bytes.readableBytesView),
            options: .fragmentsAllowed
        )
    }

    private init(value: Any?) {
        self.value = value
    }

    subscript(_ name: String) -> JSON { JSON(value: (value as? [String: Any])?[name]) }
    subscript(_ index: Int) -> JSON {
        items.indices.contains(index) ? items[index] : JSON(value: nil)
    }
    var items: [JSON] { (value as? [Any])?.map { JSON(value: $0) } ?? [] }
    var text: String { value as? String ?? "" }
    var number: Int { (value as? NSNumber)?.intValue ?? .min }
    var isPresent: Bool { value != nil && !(value is NSNull) }
    var description: String { value.map { "\($0)" } ?? "nothing" }
}
