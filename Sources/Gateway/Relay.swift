import ChallengesAPI
import HTTPTypes
import Hummingbird
import NIOCore
import RPC
import Values
import Wire

extension Gateway {
    /// Sends the call that the path and the body describe, and passes its reply on: transcoded byte
    /// by byte, never decoded.
    func relay<C: Call>(
        _ call: C,
        to service: any Caller,
        _ http: Request,
        _ context: GatewayContext,
        status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        try http.refuseQuery()
        return try await pass(call, to: service, http, context, status: status)
    }

    /// Sends the call that the request's body contains.
    func relay<C: Call>(
        _ call: C.Type,
        to service: any Caller,
        _ http: Request,
        _ context: GatewayContext,
        status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let call = try await http.body(C.self)
        return try await relay(call, to: service, http, context, status: status)
    }

    /// Sends the call whose fields are the query's parameters.
    func relayQuery<C: Call>(
        _ call: C.Type,
        to service: any Caller,
        _ http: Request,
        _ context: GatewayContext
    ) async throws -> Response {
        try await pass(asked(C.self, http), to: service, http, context, status: .ok)
    }

    /// Decodes the call of a query. Equal queries give equal calls, so short ones are cached.
    private func asked<C: Call>(_ call: C.Type, _ http: Request) throws -> C {
        let text = http.uri.query ?? ""
        guard let text = BoundedText(text, atMost: GatewayLimits.queryBytesMax) else {
            return try http.query(C.self)
        }
        let name = CachedQuery(call: C.id, text: text)
        if let call = queries[name] as? C { return call }
        let call = try http.query(C.self)
        queries[name] = call
        return call
    }

    private func pass<C: Call>(
        _ call: C,
        to service: any Caller,
        _ http: Request,
        _ context: GatewayContext,
        status: HTTPResponse.Status
    ) async throws -> Response {
        let reply = try await service.forward(call, in: context.callContext(C.self, http))
        guard status != .noContent else { return Response(status: .noContent) }
        var response = try answer(json.text(reply), status: status)
        if C.Reply.self == Assignment.self { response.headers[.eTag] = try json.version(of: reply) }
        return response
    }

    /// Returns a response with a JSON body.
    func answer(_ text: ByteBuffer, status: HTTPResponse.Status = .ok) -> Response {
        Response(
            status: status,
            headers: [.contentType: "application/json", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: text)
        )
    }
}

/// A query of a call, as a cache key.
struct CachedQuery: Hashable, Sendable {
    let call: CallID
    let text: BoundedText
}
