import AsyncHTTPClient
import FoundationEssentials
import NIOCore
import NIOHTTP1

/// A client of the gateway's JSON API, like any app.
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

    /// Downloads a signed URL and returns the number of bytes.
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
        if method != .GET {
            request.headers.add(name: "Idempotency-Key", value: UUID().uuidString)
        }
        return request
    }

    private func json(_ request: HTTPClientRequest) async throws -> JSONValue {
        let body = try await answer(request)
        return try JSONDecoder().decode(JSONValue.self, from: Data(body.readableBytesView))
    }

    /// Retries with the same key for a minute while the gateway asks to come back later.
    private func answer(_ request: HTTPClientRequest) async throws -> ByteBuffer {
        let deadline = ContinuousClock.now + .seconds(60)
        while true {
            let response = try await HTTPClient.shared.execute(request, timeout: .seconds(30))
            let body = try await response.body.collect(upTo: 1 << 22)
            let status = response.status.code
            if (200..<300).contains(status) { return body }
            guard status == 503 || status == 504, ContinuousClock.now < deadline else {
                throw DemoError(
                    "\(request.method) \(request.url) answered \(status): \(String(buffer: body))",
                    status: Int(status)
                )
            }
            try await Task.sleep(for: .milliseconds(500))
        }
    }
}

/// Why the demonstration could not continue.
struct DemoError: Error, CustomStringConvertible {
    let description: String
    /// The gateway's status, if it refused.
    let status: Int?

    init(_ description: String, status: Int? = nil) {
        self.description = description
        self.status = status
    }
}
