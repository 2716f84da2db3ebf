import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import RPC
import Wire

/// A fault as an HTTP response: `application/problem+json` (RFC 9457). No other file maps faults to
/// statuses.
struct Problem {
    let fault: Fault
    let trace: TraceContext

    /// The document's members, in the order in which they are written; the current row follows.
    struct Document: Codable {
        let type: String
        let title: String
        let status: Int
        let detail: String
        let instance: String
        let code: String
        let errors: [Fault.Field]?
    }

    /// The document and its headers.
    func response(_ json: ReplyJSON) throws -> Response {
        let body = try body(json)
        return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: body))
    }

    /// The same for a request that has not reached a route. Adds `Connection: close`, and headers
    /// that other responses get later: `Content-Length`, and those that let a web page read it.
    func bareResponse(
        _ json: ReplyJSON,
        to origin: String?,
        of allowed: AllowedOrigins
    ) -> (head: HTTPResponse, body: ByteBuffer) {
        let body = (try? body(json)) ?? ByteBuffer()
        var head = HTTPResponse(status: status, headerFields: headers)
        head.headerFields[.contentLength] = String(body.readableBytes)
        head.headerFields[.connection] = "close"
        head.headerFields.addEverywhere(trace)
        allowed.mark(&head.headerFields, for: origin)
        return (head, body)
    }

    private func body(_ json: ReplyJSON) throws -> ByteBuffer {
        let document = Document(
            type: "urn:problem:\(fault.code)",
            title: fault.kind.title,
            status: status.code,
            detail: fault.detail,
            instance: "urn:trace:\(trace.traceID)",
            code: fault.code,
            errors: fault.fields
        )
        var body = try json.text(WireEncoder().encode(document))
        if let current = fault.current {
            body = try json.splicing("current", json.text(current), into: body)
        }
        return body
    }

    private var status: HTTPResponse.Status {
        GatewayError(rawValue: fault.code)?.status ?? fault.kind.status
    }

    private var headers: HTTPFields {
        var headers: HTTPFields = [
            .contentType: "application/problem+json", .cacheControl: "no-store",
        ]
        if status == .unauthorized { headers[.wwwAuthenticate] = "Bearer" }
        if [.tooManyRequests, .serviceUnavailable, .gatewayTimeout].contains(status) {
            headers[.retryAfter] = String(max(1, fault.retryAfterSeconds ?? 1))
        }
        if fault.code == GatewayError.encodingUnsupported.rawValue {
            headers[.acceptEncoding] = "identity"
        }
        // The rest of the request may still arrive, and nothing reads it.
        if status == .requestTimeout { headers[.connection] = "close" }
        return headers
    }
}

extension Fault.Kind {
    fileprivate var status: HTTPResponse.Status {
        switch self {
        case .invalid: .badRequest
        case .unauthenticated: .unauthorized
        case .forbidden: .forbidden
        case .notFound: .notFound
        case .conflict: .conflict
        case .stale: .preconditionFailed
        case .exhausted: .tooManyRequests
        case .unavailable: .serviceUnavailable
        case .expired: .gatewayTimeout
        case .bug: .internalServerError
        }
    }

    fileprivate var title: String {
        switch self {
        case .invalid: "The request is not valid"
        case .unauthenticated: "Sign in first"
        case .forbidden: "Not allowed"
        case .notFound: "Not found"
        case .conflict: "The current state does not allow it"
        case .stale: "The copy is out of date"
        case .exhausted: "A limit was exceeded"
        case .unavailable: "Not available at the moment"
        case .expired: "No reply in time"
        case .bug: "Something went wrong"
        }
    }
}

extension GatewayError {
    /// The status of a refusal for which HTTP has a specific one.
    fileprivate var status: HTTPResponse.Status? {
        switch self {
        case .bodyTooLarge: .contentTooLarge
        case .charsetUnsupported, .encodingUnsupported, .unsupportedMediaType:
            .unsupportedMediaType
        case .expectationUnknown: .expectationFailed
        case .headersTooLarge: .requestHeaderFieldsTooLarge
        case .methodNotAllowed: .methodNotAllowed
        case .rangeUnsatisfiable: .rangeNotSatisfiable
        case .requestSlow: .requestTimeout
        case .urlTooLong: .uriTooLong
        case .bodyBrokenOff, .bodyInvalid, .crossSite, .headerInvalid, .hostInvalid, .notFound,
            .picturesExhausted, .preconditionFailed, .queryInvalid, .requestMalformed,
            .requestsExhausted, .signedOut, .tokenExpired, .tokenInvalid, .tokenMissing:
            nil
        }
    }
}

/// Turns thrown errors into problems, so that nothing internal is revealed.
struct Problems: Sendable {
    let logger: Logger
    let json: ReplyJSON
    let routes: RouteTable
    /// The web client; `nil` if it is not served.
    let site: WebSite?

    /// Returns the response that describes the error.
    func response(
        to request: Request,
        after error: any Error,
        _ context: GatewayContext
    ) throws -> Response {
        let methods = (error as? HTTPError).map { _ in otherMethods(than: request) }
        let fault =
            methods?.isEmpty == false
            ? GatewayError.methodNotAllowed.fault : fault(of: error, context)
        var response = try Problem(fault: fault, trace: context.trace).response(json)
        if let methods, !methods.isEmpty { response.headers[.allow] = methods.list }
        return response
    }

    /// The methods that a request's path has; empty if nothing is there. A page of the web client
    /// is not there for a client that reads it without accepting HTML.
    private func otherMethods(than request: Request) -> [HTTPRequest.Method] {
        let methods = routes.methods(at: request.uri.path)
        guard methods.isEmpty, request.method != .get, request.method != .head,
            site?.has(request.uri.path) == true
        else { return methods }
        return [.get, .head]
    }

    private func fault(of error: any Error, _ context: GatewayContext) -> Fault {
        switch error {
        case let fault as Fault:
            return fault
        case let error as any Faultable:
            return error.fault
        case let error as HTTPError where error.status == .notFound:
            return GatewayError.notFound.fault
        case is CancellationError:
            return WireError.cancelled.fault
        default:
            logger.error(
                "Request failed.",
                metadata: [
                    "route": "\(context.endpointPath ?? "")", "trace": "\(context.trace.traceID)",
                    "error": "\(String(reflecting: error))",
                ]
            )
            return WireError.bug.fault
        }
    }
}

extension HTTPFields {
    /// Adds the headers of every response.
    mutating func addEverywhere(_ trace: TraceContext) {
        self[.traceID] = trace.traceID
        self[.xContentTypeOptions] = "nosniff"
    }
}
