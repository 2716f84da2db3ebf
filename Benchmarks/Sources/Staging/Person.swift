import Foundation

/// Somebody who uses a cluster through its gateway.
public struct Person: Sendable {
    /// What everybody here signs in with.
    public static let password = "correct horse battery"

    public let id: String
    public let username: String
    /// Good for 15 minutes.
    public let accessToken: String
    let url: String

    /// Registers somebody.
    ///
    /// - Parameters:
    ///   - name: A first name.
    ///   - url: The gateway's.
    /// - Throws: `StagingError` where the gateway refuses.
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
    }

    /// Asks as this person.
    ///
    /// - Parameters:
    ///   - method: `GET`, `POST` …
    ///   - path: Below the gateway's address.
    ///   - body: What to send.
    /// - Returns: The answer's body; nothing where it is empty.
    /// - Throws: `StagingError` where the answer is no success.
    @discardableResult
    public func ask(_ method: String, _ path: String, _ body: JSON? = nil) async throws -> JSON {
        try await Web.ask(method, url + path, try body?.bytes, token: accessToken).json
    }

    /// Makes two people friends.
    ///
    /// - Parameter other: Who accepts.
    /// - Throws: `StagingError` where the gateway refuses.
    public func befriend(_ other: Person) async throws {
        let request = try await ask("POST", "/v1/friend-requests", ["to": .text(other.id)])
        try await other.ask("POST", "/v1/friend-requests/\(request["id"].text)/accept")
    }

    /// Sends a dare to friends.
    ///
    /// - Parameters:
    ///   - friends: At least one.
    ///   - name: The dare's.
    /// - Returns: Its assignments' ids.
    /// - Throws: `StagingError` where the gateway refuses.
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

    /// Hands in a picture.
    ///
    /// - Parameter png: The file.
    /// - Returns: Where it is fetched, without a token.
    /// - Throws: `StagingError` where the gateway refuses.
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
