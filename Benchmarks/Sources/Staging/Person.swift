import Foundation

/// A user of a cluster, through its gateway.
public struct Person: Sendable {
    /// The password of all of them.
    public static let password = "correct horse battery"

    public let id: String
    public let username: String
    /// Valid for 15 minutes.
    public let accessToken: String
    /// Renews the session, once.
    public let refreshToken: String
    let url: String

    /// Registers a user.
    ///
    /// - Parameters:
    ///   - name: A first name.
    ///   - url: The URL of the gateway.
    /// - Throws: `StagingError` when the gateway refuses.
    public init(_ name: String, at url: String) async throws {
        username = "\(name.lowercased())_\(UInt32.random(in: 0...UInt32.max))"
        let body: JSON = [
            "username": .text(username), "password": .text(Self.password),
            "firstName": .text(name), "lastName": "Bench",
        ]
        let reply = try await Web.ask("POST", "\(url)/v1/accounts", try body.bytes).json
        self.url = url
        id = try reply["user"]["id"].text
        accessToken = try reply["accessToken"].text
        refreshToken = try reply["refreshToken"].text
    }

    /// Sends a request as this person.
    ///
    /// - Parameters:
    ///   - method: `GET`, `POST` …
    ///   - path: The path below the gateway's URL.
    ///   - body: The request's body.
    /// - Returns: The response's body; an empty object when it is empty.
    /// - Throws: `StagingError` when the response is not a success.
    @discardableResult
    public func ask(_ method: String, _ path: String, _ body: JSON? = nil) async throws -> JSON {
        try await Web.ask(method, url + path, try body?.bytes, token: accessToken).json
    }

    /// Sends a request as this person, and does not decode the response.
    ///
    /// - Parameters:
    ///   - method: `GET`, `POST` …
    ///   - path: The path below the gateway's URL.
    ///   - body: The request's body, as JSON.
    /// - Throws: `StagingError` when the response is not a success.
    public func send(_ method: String, _ path: String, _ body: String? = nil) async throws {
        _ = try await Web.ask(method, url + path, body.map { Array($0.utf8) }, token: accessToken)
    }

    /// Renews a session of this person.
    ///
    /// - Parameter refreshToken: The session's refresh token.
    /// - Returns: The next refresh token.
    /// - Throws: `StagingError` when the gateway refuses.
    public func renew(_ refreshToken: String) async throws -> String {
        let body: JSON = ["refreshToken": .text(refreshToken)]
        let reply = try await Web.ask("POST", "\(url)/v1/sessions/refresh", try body.bytes)
        return try reply.json["refreshToken"].text
    }

    /// Makes two people friends.
    ///
    /// - Parameter other: The person who accepts.
    /// - Throws: `StagingError` when the gateway refuses.
    public func befriend(_ other: Person) async throws {
        let request = try await ask("POST", "/v1/friend-requests", ["to": .text(other.id)])
        try await other.ask("POST", "/v1/friend-requests/\(request["id"].text)/accept")
    }

    /// Sends a dare to friends.
    ///
    /// - Parameters:
    ///   - friends: The recipients, at least one.
    ///   - name: The name of the dare.
    /// - Returns: The ids of its assignments.
    /// - Throws: `StagingError` when the gateway refuses.
    public func dare(_ friends: [Person], name: String = "Ten push-ups") async throws -> [String] {
        let body: JSON = [
            "kind": "dare", "name": .text(name), "proof": "none",
            "description": "On the spot, and without a rest in between.",
            "recipients": .list(friends.map { .text($0.id) }),
        ]
        return try await ask("POST", "/v1/challenges", body)["assignments"].items.map {
            try $0["id"].text
        }
    }

    /// Uploads a picture.
    ///
    /// - Parameter png: The file.
    /// - Returns: The URL from which it can be fetched without a token.
    /// - Throws: `StagingError` when the gateway refuses.
    public func upload(_ png: [UInt8]) async throws -> String {
        let reply = try await Web.ask(
            "POST",
            "\(url)/v1/media",
            png,
            type: "image/png",
            token: accessToken
        )
        return try url + reply.json["url"].text
    }
}
