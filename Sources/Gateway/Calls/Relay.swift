import HTTPTypes
import Hummingbird
import NIOCore
import RPC
import Values
import Wire

extension Gateway {
    /// Sends a call to a service, and passes its reply on: transcoded byte by byte, never decoded.
    /// Where the reply is `nil`, the answer is 204. The cursor of a page of `list` is sealed.
    func relay<C: Call>(
        _ call: C,
        to service: LimitedCaller,
        _ http: Request,
        _ context: GatewayContext,
        status: HTTPResponse.Status,
        list: ViewedList? = nil
    ) async throws -> Response {
        let callContext = try context.callContext(C.self, http)
        let reply = try await service.forward(call, in: callContext, for: context)
        guard status != .noContent, !json.isNil(reply) else { return Response(status: .noContent) }
        if let list {
            return try answer(json.page(reply) { try cursors.seal($0, of: list) }, status: status)
        }
        var response = try answer(json.text(reply), status: status)
        if C.isVersioned {
            response.headers[.eTag] = try json.entityTag(of: reply)
        }
        return response
    }

    /// Decodes the call of a query. Equal queries give equal calls, so short ones are cached.
    ///
    /// A `cursor` of `list` is opened; an empty one is as absent. One that does not open is replaced by an empty text, which
    /// every service refuses with the code that it has for cursors. What a cursor opens to depends
    /// on the viewer, so a query with one is never cached.
    func queried<C: Call>(
        _ call: C.Type,
        _ http: Request,
        _ supplied: [SuppliedField],
        list: ViewedList?
    ) throws -> C {
        let name =
            supplied.isEmpty
            ? BoundedText(http.uri.query ?? "", atMost: GatewayLimits.queryBytesMax)
                .map { CachedQuery(call: C.id, text: $0) } : nil
        if let name, let call = queries[name] as? C { return call }
        var parameters = try http.parameters
        var places = parameters.indices.filter { parameters[$0].name == "cursor" }
        if let list {
            if places.count == 1, parameters[places[0]].value.isEmpty {
                parameters.remove(at: places[0])
                places = []
            }
            for place in places {
                parameters[place].value = cursors.open(parameters[place].value, of: list) ?? ""
            }
        }
        let call = try Request.query(C.self, parameters, supplied)
        if let name, places.isEmpty { queries[name] = call }
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
