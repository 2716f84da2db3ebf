import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import TestBasics
import TestKit
import Testing

/// A client app of one cluster, signed in as one user or as none.
struct App: Sendable {
    /// The gateways; each request goes to one of them.
    let urls: [String]
    var token: String?
    var id = ""
    var username = ""
    /// Keeps connections for less time than a gateway does: if both sides kept an idle one equally
    /// long, one could close it while the other writes.
    static let client = HTTPClient(
        eventLoopGroup: .singletonMultiThreadedEventLoopGroup,
        configuration: HTTPClient.Configuration(
            connectionPool: HTTPClient.Configuration.ConnectionPool(idleTimeout: .seconds(5))
        )
    )
    /// The password of all users here.
    static let password = "correct horse battery"

    init(url: String, token: String? = nil) {
        self.init(urls: [url], token: token)
    }

    init(urls: [String], token: String? = nil) {
        self.urls = urls
        self.token = token
    }

    /// A reply of the gateway.
    struct Answer: Sendable {
        let status: Int
        let headers: HTTPHeaders
        let bytes: [UInt8]
        let json: JSONValue?

        subscript(_ name: String) -> JSONValue? { json[name] }
        /// Whether a retry may work.
        var isToBeRepeated: Bool { status == 503 || status == 504 }
        /// The reply, for failure messages.
        var said: String { json.map { "\($0)" } ?? "nothing" }
    }

    /// Registers a user with an unused name, and continues as that user.
    ///
    /// A repeated registration is not recognised, because its reply is secret: if the reply is to
    /// come back later, another name is registered.
    func registered(_ name: String) async throws -> App {
        let deadline = ContinuousClock.now + .seconds(120)
        while true {
            let username = "\(name.lowercased())_\(UInt32.random(in: 0...UInt32.max))"
            let answer = try await post(
                "/v1/accounts",
                [
                    "username": username, "password": Self.password, "firstName": name,
                    "lastName": "Test",
                ]
            )
            if answer.isToBeRepeated, ContinuousClock.now < deadline {
                try await Task.sleep(for: .milliseconds(50))
                continue
            }
            try #require(answer.status == 201, "\(answer.said)")
            var app = self
            app.username = username
            app.token = try #require(answer["accessToken"]?.text)
            app.id = try #require(answer["user"]["id"]?.text)
            return app
        }
    }

    /// Makes two users friends.
    func befriend(_ other: App) async throws {
        let request = try await persistently("/v1/friend-requests", ["to": other.id])
        try #require(request.status == 201, "\(request.said)")
        let id = try #require(request["id"]?.text)
        let answer = try await other.persistently("/v1/friend-requests/\(id)/accept")
        try #require(answer.status == 200, "\(answer.said)")
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
        try #require(answer.status == 201, "\(answer.said)")
        return try recipients.map { recipient in
            let assignment = answer["assignments"].items.first {
                $0["recipient"]["id"]?.text == recipient.id
            }
            return try #require(assignment?["id"]?.text)
        }
    }

    /// Moves an assignment; fails if that did not work.
    func act(_ assignment: String, _ verb: String, _ body: Any? = nil) async throws {
        let answer = try await persistently("/v1/assignments/\(assignment)/\(verb)", body)
        try #require(answer.status == 200, "\(verb): \(answer.said)")
    }

    /// Sends dares to a friend who accepts and submits each; returns their assignments.
    func submittedDares(to friend: App, count: Int) async throws -> [String] {
        var dares: [String] = []
        for _ in 0..<count {
            let dare = try await dare([friend])[0]
            try await friend.act(dare, "accept")
            try await friend.act(dare, "submit", ["note": "Done."])
            dares.append(dare)
        }
        return dares
    }

    /// The points on the user's own scoreboard, by the id of the player; `nil` if it cannot be
    /// shown at present.
    func points() async throws -> [String: Int]? {
        let answer = try await send(.GET, "/v1/scoreboard")
        if answer.isToBeRepeated { return nil }
        try #require(answer.status == 200, "\(answer.said)")
        return try Dictionary(
            answer["items"].items.map { row in
                (try #require(row["user"]["id"]?.text), try #require(row["points"]?.number))
            },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// Reads; retries while the reply is to come back later.
    func get(_ path: String) async throws -> Answer {
        try await persistently(path, method: .GET)
    }

    /// Sends a request once, whatever the reply is.
    func post(_ path: String, _ body: Any? = nil, key: String? = nil) async throws -> Answer {
        try await send(.POST, path, body, key: key)
    }

    /// Sends a request once, whatever the reply is.
    func send(
        _ method: HTTPMethod,
        _ path: String,
        _ body: Any? = nil,
        key: String? = nil,
        headers: [(String, String)] = []
    ) async throws -> Answer {
        let url = urls.randomElement() ?? ""
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
        let response = try await Self.client.execute(request, timeout: .seconds(60))
        let bytes = try await response.body.collect(upTo: 1 << 24)
        return Answer(
            status: Int(response.status.code),
            headers: response.headers,
            bytes: Array(buffer: bytes),
            json: try? JSONValue(reading: bytes)
        )
    }

    /// Retries with the same key until the reply is neither 503 nor 504, as a client should: a
    /// write whose reply was lost is then made once.
    func persistently(
        _ path: String,
        _ body: Any? = nil,
        method: HTTPMethod = .POST,
        key: String = UUID().uuidString,
        headers: [(String, String)] = [],
        within limit: Duration = .seconds(120)
    ) async throws -> Answer {
        let deadline = ContinuousClock.now + limit
        let key = method == .GET ? nil : key
        while true {
            do {
                let answer = try await send(method, path, body, key: key, headers: headers)
                guard answer.isToBeRepeated else { return answer }
                if answer.status == 503 {
                    #expect(answer.headers.first(name: "Retry-After") != nil)
                }
                try #require(
                    ContinuousClock.now < deadline,
                    "\(path): \(answer.said)"
                )
            } catch  where ContinuousClock.now < deadline {
                // The connection broke; the same key finds out what happened to the request.
                try Task.checkCancellation()
            }
            try await Task.sleep(for: .milliseconds(50))
        }
    }
}

extension JSONValue {
    /// The same without the signatures in pictures' URLs, which change over time.
    var unsigned: JSONValue {
        switch self {
        case .text(let text) where text.hasPrefix("/v1/media/"):
            .text(String(text.prefix { $0 != "?" }))
        case .array(let items): .array(items.map(\.unsigned))
        case .object(let members): .object(members.mapValues(\.unsigned))
        default: self
        }
    }
}
