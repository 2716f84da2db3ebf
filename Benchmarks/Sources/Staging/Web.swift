import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1

/// Single HTTP requests, for the setup of a measurement.
public enum Web {
    /// A response.
    public struct Answer: Sendable {
        public let status: Int
        public let headers: [String: String]
        let body: [UInt8]

        /// The body as JSON; an empty object when it is empty.
        var json: JSON {
            get throws { body.isEmpty ? .object([:]) : try JSON(body) }
        }
    }

    /// Sends a request and accepts any response.
    ///
    /// - Parameters:
    ///   - method: `GET`, `POST` …
    ///   - url: The full URL.
    ///   - body: The request's body.
    ///   - type: The content type of `body`.
    ///   - token: The access token of the user.
    /// - Returns: The response, whatever its status.
    /// - Throws: When there is no response within a minute.
    public static func send(
        _ method: String,
        _ url: String,
        _ body: [UInt8]?,
        type: String = "application/json",
        token: String? = nil
    ) async throws -> Answer {
        var request = HTTPClientRequest(url: url)
        request.method = HTTPMethod(rawValue: method)
        if let token { request.headers.add(name: "Authorization", value: "Bearer \(token)") }
        if let body {
            request.headers.add(name: "Content-Type", value: type)
            request.body = .bytes(ByteBuffer(bytes: body))
        }
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(60))
        let bytes = try await response.body.collect(upTo: 16 << 20)
        return Answer(
            status: Int(response.status.code),
            headers: Dictionary(
                response.headers.map { ($0.name.lowercased(), $0.value) },
                uniquingKeysWith: { first, _ in first }
            ),
            body: Array(bytes.readableBytesView)
        )
    }

    /// Sends a request and accepts only a success.
    static func ask(
        _ method: String,
        _ url: String,
        _ body: [UInt8]?,
        type: String = "application/json",
        token: String? = nil
    ) async throws -> Answer {
        let answer = try await send(method, url, body, type: type, token: token)
        guard (200..<300).contains(answer.status) else {
            let said = String(decoding: answer.body, as: UTF8.self)
            throw StagingError("\(method) \(url): \(answer.status) \(said)")
        }
        return answer
    }
}
