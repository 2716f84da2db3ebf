import HTTPTypes
import Hummingbird
import NIOCore
import RPC
import Values
import Wire

extension Gateway {
    /// Sends a call to a service, and passes its reply on: transcoded byte by byte, never decoded.
    func relay<C: Call>(
        _ call: C,
        to service: any Caller,
        _ http: Request,
        _ context: GatewayContext,
        status: HTTPResponse.Status
    ) async throws -> Response {
        let reply = try await service.forward(call, in: context.callContext(C.self, http))
        guard status != .noContent else { return Response(status: .noContent) }
        var response = try answer(json.text(reply), status: status)
        if C.Reply.self is any Versioned.Type {
            response.headers[.eTag] = try json.entityTag(of: reply)
        }
        return response
    }

    /// Decodes the call of a query. Equal queries give equal calls, so short ones are cached.
    func queried<C: Call>(
        _ call: C.Type,
        _ http: Request,
        _ supplied: [SuppliedField]
    ) throws -> C {
        guard supplied.isEmpty,
            let text = BoundedText(http.uri.query ?? "", atMost: GatewayLimits.queryBytesMax)
        else { return try http.query(C.self, supplied) }
        let name = CachedQuery(call: C.id, text: text)
        if let call = queries[name] as? C { return call }
        let call = try http.query(C.self)
        queries[name] = call
        return call
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
