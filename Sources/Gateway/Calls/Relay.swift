import HTTPTypes
import Hummingbird
import NIOCore
import RPC
import Values
import Wire

extension Gateway {
    /// Sends a call to a service and returns its reply as JSON, transcoded byte by byte, never
    /// decoded. A `nil` reply becomes a 204. The cursor of a page of `list` is sealed. `conditions`
    /// are those of a `GET`.
    func relay<C: Call>(
        _ call: C,
        to service: LimitedCaller,
        _ http: Request,
        _ context: GatewayContext,
        status: HTTPResponse.Status,
        list: ViewedList? = nil,
        if conditions: Conditions = Conditions()
    ) async throws -> Response {
        let callContext = try context.callContext(C.self, http)
        let reply = try await service.forward(call, in: callContext, for: context)
        guard status != .noContent, !json.isNil(reply) else { return Response(status: .noContent) }
        let text =
            if let list {
                try json.page(reply) { try cursors.seal($0, of: list) }
            } else {
                try json.text(reply)
            }
        return try answer(
            text,
            to: http,
            status: status,
            row: C.isVersioned ? reply : nil,
            if: conditions,
            hasSecrets: C.hasSecrets
        )
    }

    /// Sends a write on a row whose version must be one of several. The service compares the
    /// version with that of the row; `nil` accepts any.
    ///
    /// A service compares one version. It refuses any other with the row, whose version is tried
    /// next if it is in the list. An idempotency key that was used with another version of the list
    /// is refused too, so a repeated request tries them in turn.
    ///
    /// - Parameters:
    ///   - versions: The accepted versions, at least one.
    ///   - make: Makes the call that expects a version.
    ///   - relay: Sends it.
    /// - Returns: The response.
    /// - Throws: The last refusal.
    func relay<C: Call>(
        anyOf versions: [Int64?],
        _ make: (Int64?) throws -> C,
        _ relay: (C) async throws -> Response
    ) async throws -> Response {
        var versions = versions
        var version = versions.removeFirst()
        while true {
            do {
                return try await relay(make(version))
            } catch let fault as Fault {
                guard let next = try next(of: versions, after: fault) else { throw fault }
                version = versions.remove(at: next)
            }
        }
    }

    private func next(of versions: [Int64?], after fault: Fault) throws -> Int? {
        if fault.code == WireError.keyReused.rawValue { return versions.indices.first }
        guard fault.kind == .stale, !versions.isEmpty, let current = fault.current else {
            return nil
        }
        return try versions.firstIndex(of: json.version(of: current))
    }

    /// Decodes the call of a query. Equal queries give equal calls, so short queries are cached.
    ///
    /// A `cursor` of `list` is opened; an empty one counts as absent. A cursor that does not open
    /// is replaced by an empty text, which every service refuses with its code for cursors. What a
    /// cursor opens to depends on the viewer, so a query with a cursor is never cached.
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
}

/// A query of a call, as a cache key.
struct CachedQuery: Hashable, Sendable {
    let call: CallID
    let text: BoundedText
}
