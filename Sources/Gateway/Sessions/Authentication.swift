import HTTPTypes
import Hummingbird

/// Authenticates the user of every route that needs one, before any of the body is read, and takes
/// the request from that user's budget.
struct Authentication: RouterMiddleware {
    let sessions: Sessions
    let rateLimiter: RequestRateLimiter

    func handle(
        _ request: Request,
        context: GatewayContext,
        next: @concurrent (Request, GatewayContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        let viewer = try await sessions.viewer(bearerToken(of: request), trace: context.trace)
        context.viewer = viewer
        try rateLimiter.take(by: viewer.user, from: context.client)
        return try await next(request, context)
    }

    /// The token of `Authorization: Bearer …` (RFC 6750 §2.1).
    private func bearerToken(of request: Request) throws(GatewayError) -> String {
        let fields = request.headers[values: .authorization]
        guard let field = fields.first else { throw .tokenMissing }
        // Compares bytes, because tokens are long and finding the boundaries of their characters is
        // slow.
        if fields.count == 1, let token = Self.token(in: field) { return token }
        let parts = field.utf8.split(separator: UInt8(ascii: " "))
        guard
            fields.count == 1, parts.count == 2,
            parts[0].isWord("bearer")
        else {
            throw .tokenInvalid
        }
        return String(Substring(parts[1]))
    }

    /// Returns the token if the field is written as nearly all clients write it.
    private static func token(in field: String) -> String? {
        let scheme = "Bearer ".utf8
        var field = field
        return field.withUTF8 { bytes in
            guard bytes.count > scheme.count, bytes.starts(with: scheme) else { return nil }
            let token = UnsafeBufferPointer(rebasing: bytes[scheme.count...])
            guard !token.contains(UInt8(ascii: " ")) else { return nil }
            return String(decoding: token, as: UTF8.self)
        }
    }
}
