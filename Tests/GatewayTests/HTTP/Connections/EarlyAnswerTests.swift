import HTTPTypes
import HummingbirdTesting
import IdentityAPI
import MediaAPI
import NIOCore
import RPC
import TestBasics
import TestKit
import Testing
import Wire

@testable import Gateway

/// Answers that come before the end of a request's body, over real sockets. A peer that kept such a
/// connection could send a next request amid the body of this one.
@Suite struct EarlyAnswerTests {
    let house = House()

    /// A request that is refused before its body is read.
    struct Early: CustomTestStringConvertible, Sendable {
        let line: String
        var fields: [String] = []
        let status: String
        var code: String
        /// Whether it is one too many.
        var isOneTooMany = false

        var testDescription: String { "\(line) \(code)" }

        func head(length: Int, _ others: [String] = [], token: String) -> String {
            let fields = (fields + others).map { $0.replacing("TOKEN", with: token) + "\r\n" }
            return
                "\(line) HTTP/1.1\r\nHost: x\r\n\(fields.joined())Content-Length: \(length)\r\n\r\n"
        }
    }

    private static let good = "Authorization: Bearer TOKEN"
    private static let png = "Content-Type: image/png"
    private static let json = "Content-Type: application/json"

    /// One of every kind.
    private static let kinds: [Early] = [
        Early(
            line: "POST /v1/media",
            fields: ["Authorization: Bearer dead", png],
            status: "401 Unauthorized",
            code: "gateway.token_invalid"
        ),
        Early(
            line: "POST /v1/media",
            fields: [png],
            status: "401 Unauthorized",
            code: "gateway.token_missing"
        ),
        Early(line: "POST /v1/nothing", status: "404 Not Found", code: "gateway.not_found"),
        Early(
            line: "PUT /v1/media",
            fields: [good, png],
            status: "405 Method Not Allowed",
            code: "gateway.method_not_allowed"
        ),
        Early(
            line: "POST /v1/media",
            fields: [good, "Content-Type: text/plain"],
            status: "415 Unsupported Media Type",
            code: "gateway.unsupported_media_type"
        ),
        Early(
            line: "POST /v1/media",
            fields: [good, png, "Content-Encoding: gzip"],
            status: "415 Unsupported Media Type",
            code: "gateway.encoding_unsupported"
        ),
        Early(
            line: "POST /v1/media?id=x",
            fields: [good, png],
            status: "400 Bad Request",
            code: "gateway.query_invalid"
        ),
        Early(
            line: "POST /v1/sessions",
            fields: [json],
            status: "429 Too Many Requests",
            code: "gateway.requests_exhausted",
            isOneTooMany: true
        ),
    ]

    /// Those of JSON, whose headers alone decide only if the body is small enough.
    private static let ofJSON: [Early] = [
        Early(
            line: "POST /v1/sessions",
            fields: ["Content-Type: text/plain"],
            status: "415 Unsupported Media Type",
            code: "gateway.unsupported_media_type"
        ),
        Early(
            line: "POST /v1/sessions",
            fields: ["Content-Type: application/json; charset=latin1"],
            status: "415 Unsupported Media Type",
            code: "gateway.charset_unsupported"
        ),
        Early(
            line: "POST /v1/sessions",
            fields: [json, "Content-Encoding: gzip"],
            status: "415 Unsupported Media Type",
            code: "gateway.encoding_unsupported"
        ),
        Early(
            line: "POST /v1/sessions?a=b",
            fields: [json],
            status: "400 Bad Request",
            code: "gateway.query_invalid"
        ),
        Early(
            line: "POST /v1/friend-requests",
            fields: [good, json, "Idempotency-Key: \(String(repeating: "k", count: 256))"],
            status: "400 Bad Request",
            code: "gateway.header_invalid"
        ),
        Early(
            line: "PATCH /v1/me/settings",
            fields: [good, json, "If-Match: 7"],
            status: "400 Bad Request",
            code: "gateway.header_invalid"
        ),
    ]

    /// Those of a body that is too long.
    private static let ofLength: [Early] = [
        Early(
            line: "POST /v1/sessions",
            fields: [json],
            status: "413 Payload Too Large",
            code: "gateway.body_too_large"
        ),
        Early(
            line: "POST /v1/media",
            fields: [good, png],
            status: "413 Payload Too Large",
            code: "gateway.body_too_large"
        ),
    ]

    /// Runs a gateway and a client that sends raw bytes; after one request of its address's budget
    /// if `early` is one too many.
    private func connected(
        for early: Early? = nil,
        _ body: @Sendable (RawClient, _ token: String) async throws -> Void
    ) async throws {
        var house = house
        house.connections.farewell = .milliseconds(100)
        if early?.isOneTooMany == true { house.requests.perAddress = 1 }
        let token = try await house.token()
        let gateway = house.gateway(
            identity: {
                $0.answer(SignIn.self, with: Samples.signedIn(house.ana), noting: house.asked)
            },
            media: { board in
                board.on {
                    (
                        _: UploadMedia,
                        stream: ServedStream<UploadMedia>,
                        _: CallContext
                    )
                        -> UploadMedia.Reply in
                    while try await stream.next() != nil {}
                    return Samples.media
                }
            }
        )
        try await gateway.test(.live) { client in
            if early?.isOneTooMany == true { _ = try await client.ask(.get, "/v1/nothing") }
            let raw = try await RawClient(port: #require(client.http.port))
            try await body(raw, token)
            await raw.close()
        }
    }

    @Test(arguments: kinds + ofLength)
    func `an answer before the end of a long body is the connection's last`(
        early: Early
    )
        async throws
    {
        let length = early.code == "gateway.body_too_large" ? 30_000_000 : 19_000_000
        try await connected(for: early) { raw, token in
            try await raw.send(early.head(length: length, token: token))
            // The gateway may have said farewell by now.
            try? await raw.send(String(repeating: "x", count: 100_000))
            try await eventually("not ended") { raw.isEnded }
            #expect(raw.text.hasPrefix("HTTP/1.1 \(early.status)\r\n"))
            #expect(raw.text.contains("\"code\":\"\(early.code)\""))
            #expect(raw.text.contains("Connection: close\r\n"))
            #expect(raw.text.ranges(of: "HTTP/1.1 ").count == 1)
        }
    }

    @Test(arguments: kinds + ofJSON)
    func `a small body that is here is read, and the connection is kept`(
        early: Early
    )
        async throws
    {
        try await connected(for: early) { raw, token in
            let body = String(repeating: "x", count: 60_000)
            let request = early.head(length: body.utf8.count, token: token) + body
            for count in 1...2 {
                try await raw.send(request)
                try await eventually("not answered") {
                    raw.text.ranges(of: "HTTP/1.1 \(early.status)\r\n").count == count
                }
            }
            #expect(raw.text.contains("\"code\":\"\(early.code)\""))
            #expect(!raw.text.contains("Connection: close"))
            #expect(!raw.isEnded)
        }
    }

    @Test(arguments: kinds + ofJSON + ofLength)
    func `a client that asks first is refused without being told to send`(
        early: Early
    )
        async throws
    {
        let length = early.code == "gateway.body_too_large" ? 30_000_000 : 60_000
        try await connected(for: early) { raw, token in
            try await raw.send(early.head(length: length, ["Expect: 100-continue"], token: token))
            try await eventually("not ended") { raw.isEnded }
            #expect(raw.text.hasPrefix("HTTP/1.1 \(early.status)\r\n"))
            #expect(raw.text.contains("\"code\":\"\(early.code)\""))
            #expect(raw.text.contains("Connection: close\r\n"))
            #expect(!raw.text.contains("100 Continue"))
        }
    }

    @Test func `a client that asks first is told once to send what is taken`() async throws {
        try await connected { raw, token in
            let upload = """
                POST /v1/media HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(token)\r\n\
                Content-Type: image/png\r\nContent-Length: 4\r\nExpect: 100-continue\r\n\r\n
                """
            for count in 1...2 {
                try await raw.send(upload)
                try await eventually("not asked for") {
                    raw.text.ranges(of: "HTTP/1.1 100 Continue\r\n\r\n").count == count
                }
                #expect(raw.text.ranges(of: "201 Created").count == count - 1)
                for piece in ["12", "34"] { try await raw.send(piece) }
                try await eventually("not answered") {
                    raw.text.ranges(of: "HTTP/1.1 201 Created\r\n").count == count
                }
            }
            #expect(raw.text.ranges(of: "100 Continue").count == 2)
            #expect(!raw.text.contains("Connection: close"))
        }
    }
}
