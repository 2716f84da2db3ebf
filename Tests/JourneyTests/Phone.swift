import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import TestBasics
import TestKit
import Testing
import Values

@testable import Gateway

/// Runs `body` with a phone that nobody is signed in on, of a new cluster.
///
/// - Parameters:
///   - moment: When it begins.
///   - pairDay: For how much two people are paid on a day, if that is capped.
///   - withGoogle: Whether users may sign in with a Google on this machine.
///   - body: What the phone does.
/// - Throws: What `body` throws, and what keeps the cluster from starting.
func play(
    at moment: Instant = .now(),
    pairDay: Int = 0,
    withGoogle: Bool = false,
    _ body: @escaping @Sendable (Phone, SmallCluster) async throws -> Void
) async throws {
    try await SmallCluster.run(
        seed: nil,
        at: moment,
        pairDay: pairDay,
        withGoogle: withGoogle
    ) { cluster in
        let gateway = cluster.gateway()
        try await gateway.application.test(.router) { http in
            try await eventually("the gateway is ready") { gateway.sessions.areKnown }
            try await body(Phone(http: http), cluster)
        }
    }
}

/// An app on a phone, signed in as one user or as none, that asks a gateway over HTTP.
struct Phone: Sendable {
    let http: any TestClientProtocol
    var token: String?
    var id = ""
    var username = ""
    /// The password of all users here.
    static let password = "correct horse"

    /// A response of the gateway.
    struct Answer: Sendable {
        let status: Int
        let headers: HTTPFields
        let text: String
        let json: JSONValue?

        /// The code of a refusal.
        var code: String? { json["code"]?.text }

        subscript(_ name: String) -> JSONValue? { json[name] }
    }

    /// Sends a request; `route` is a method and a path, such as `GET /v1/me`.
    func ask(
        _ route: String,
        json: String? = nil,
        body: ByteBuffer? = nil,
        headers: HTTPFields = [:]
    ) async throws -> Answer {
        let words = route.split(separator: " ", maxSplits: 1)
        var headers = headers
        if let token { headers[.authorization] = "Bearer \(token)" }
        if json != nil { headers[.contentType] = "application/json" }
        let response = try await http.executeRequest(
            uri: String(words[1]),
            method: try #require(HTTPRequest.Method(String(words[0]))),
            headers: headers,
            body: body ?? json.map { ByteBuffer(string: $0) }
        )
        return Answer(
            status: response.status.code,
            headers: response.headers,
            text: String(buffer: response.body),
            json: try? JSONValue(reading: response.body)
        )
    }

    /// Sends a request that must succeed.
    @discardableResult
    func succeed(
        _ route: String,
        json: String? = nil,
        body: ByteBuffer? = nil,
        headers: HTTPFields = [:],
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Answer {
        let answer = try await ask(route, json: json, body: body, headers: headers)
        try #require(
            answer.status < 300,
            "\(route): \(answer.status) \(answer.text)",
            sourceLocation: sourceLocation
        )
        return answer
    }

    /// Registers a user, and goes on as that user.
    func registered(_ name: String) async throws -> Phone {
        let username = name.lowercased()
        let answer = try await succeed(
            "POST /v1/accounts",
            json: """
                {"username":"\(username)","password":"\(Self.password)","firstName":"\(name)",\
                "lastName":"Test","email":"\(username)@example.org"}
                """
        )
        return try signedIn(answer)
    }

    /// Another phone of a user, whom an answer signs in.
    func signedIn(_ answer: Answer) throws -> Phone {
        var phone = Phone(http: http)
        phone.token = try #require(answer["accessToken"]?.text)
        phone.id = try #require(answer["user"]["id"]?.text)
        phone.username = try #require(answer["user"]["username"]?.text)
        return phone
    }

    /// Makes two users friends, by a request and its acceptance.
    func befriend(_ other: Phone) async throws {
        let request = try await succeed("POST /v1/friend-requests", json: #"{"to":"\#(other.id)"}"#)
        let id = try #require(request["id"]?.text)
        try await other.succeed("POST /v1/friend-requests/\(id)/accept")
    }

    /// Uploads a picture, and returns its id. Its file says when it was taken, if that is given.
    func upload(takenAt moment: Instant? = nil) async throws -> String {
        let picture = moment.map(Self.picture(takenAt:)) ?? Journey.smallestPNG
        let media = try await succeed(
            "POST /v1/media",
            body: ByteBuffer(bytes: picture),
            headers: [.contentType: "image/png"]
        )
        return try #require(media["id"]?.text)
    }

    /// A picture whose file says when it was taken, to the second.
    static func picture(takenAt moment: Instant) -> [UInt8] {
        let time = "\(moment)".prefix(19).replacing("-", with: ":").replacing("T", with: " ")
        let exif = EXIFSample(time: String(time), offset: "+00:00")
        // The signature and the header.
        let head = 33
        return Array(Journey.smallestPNG.prefix(head)) + PNGChunk("eXIf", exif.bytes).bytes
            + Journey.smallestPNG.dropFirst(head)
    }

    /// Sends a dare, and returns the ids of its assignments in the recipients' order.
    func dare(_ recipients: [Phone], name: String = "Ten push-ups") async throws -> [String] {
        let ids = recipients.map { "\"\($0.id)\"" }.joined(separator: ",")
        let made = try await succeed(
            "POST /v1/challenges",
            json: #"{"kind":"dare","name":"\#(name)","recipients":[\#(ids)]}"#
        )
        return try made["assignments"].items.map { try #require($0["id"]?.text) }
    }

    /// Sends a workout, and returns the ids of its assignments in the recipients' order.
    func workout(
        _ recipients: [Phone],
        by deadline: Instant,
        proof: String = "none"
    ) async throws -> [String] {
        let ids = recipients.map { "\"\($0.id)\"" }.joined(separator: ",")
        let made = try await succeed(
            "POST /v1/challenges",
            json: """
                {"kind":"workout","name":"Run for 25 minutes","recipients":[\(ids)],\
                "deadline":"\(deadline)","proof":"\(proof)"}
                """
        )
        return try made["assignments"].items.map { try #require($0["id"]?.text) }
    }

    /// Moves an assignment, which must succeed, and returns it.
    @discardableResult
    func move(
        _ assignment: String,
        _ word: String,
        json: String? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Answer {
        try await succeed(
            "POST /v1/assignments/\(assignment)/\(word)",
            json: json,
            sourceLocation: sourceLocation
        )
    }
}
