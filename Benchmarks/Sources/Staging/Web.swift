import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1

/// Single requests, for what stands around a measurement.
public enum Web {
    /// What was answered.
    public struct Answer: Sendable {
        public let status: Int
        public let headers: [String: String]
        let body: [UInt8]

        /// The body as JSON; an empty object where there is none.
        var json: JSON {
            get throws { body.isEmpty ? .object([:]) : try JSON(body) }
        }
    }

    /// Asks, and takes every answer.
    ///
    /// - Parameters:
    ///   - method: `GET`, `POST` …
    ///   - url: The whole address.
    ///   - body: What to send.
    ///   - type: What `body` is.
    ///   - token: Who asks.
    /// - Returns: The answer, whatever its status.
    /// - Throws: Where there is no answer within a minute.
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

    /// Asks, and takes a success alone.
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
