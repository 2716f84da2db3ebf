import AsyncHTTPClient
import FoundationEssentials
import NIOCore
import NIOHTTP1

/// Speaks the gateway's JSON as any client app would.
struct DemoClient {
    private let base: String

    init(url: String) {
        base = url
    }

    func get(_ path: String, as token: String) async throws -> JSONValue {
        try await json(request(.GET, path, token))
    }

    func post(
        _ path: String,
        _ body: [String: JSONValue]? = nil,
        as token: String? = nil
    ) async throws -> JSONValue {
        var request = request(.POST, path, token)
        if let body {
            request.headers.add(name: "Content-Type", value: "application/json")
            request.body = .bytes(ByteBuffer(bytes: try JSONEncoder().encode(body)))
        }
        return try await json(request)
    }

    func upload(_ bytes: [UInt8], contentType: String, as token: String) async throws -> JSONValue {
        var request = request(.POST, "/v1/media", token)
        request.headers.add(name: "Content-Type", value: contentType)
        request.body = .bytes(ByteBuffer(bytes: bytes))
        return try await json(request)
    }

    /// How many bytes a signed URL answers.
    func download(_ url: String) async throws -> Int {
        let path = url.hasPrefix("/") ? base + url : url
        return try await answer(HTTPClientRequest(url: path)).readableBytes
    }

    private func request(
        _ method: HTTPMethod,
        _ path: String,
        _ token: String?
    ) -> HTTPClientRequest {
        var request = HTTPClientRequest(url: base + path)
        request.method = method
        if let token { request.headers.add(name: "Authorization", value: "Bearer \(token)") }
        return request
    }

    private func json(_ request: HTTPClientRequest) async throws -> JSONValue {
        let body = try await answer(request)
        return try JSONDecoder().decode(JSONValue.self, from: Data(body.readableBytesView))
    }

    private func answer(_ request: HTTPClientRequest) async throws -> ByteBuffer {
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(30))
        let body = try await response.body.collect(upTo: 1 << 22)
        guard (200..<300).contains(response.status.code) else {
            throw DemoError(
                "\(request.method) \(request.url) answered \(response.status.code): "
                    + String(buffer: body)
            )
        }
        return body
    }
}

/// Why the demonstration could not go on.
struct DemoError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
