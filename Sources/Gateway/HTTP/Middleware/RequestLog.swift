import HTTPTypes
import Hummingbird
import Logging
import Metrics
import RPC

/// Continues each request's trace, counts and measures the request, and logs one line: the status,
/// the duration, and the trace by which other services' lines are found.
struct RequestLog: Sendable {
    private let logger: Logger
    private let series = RequestSeries()
    private let inFlight = Meter(label: "gauntlet_http_requests_in_flight")

    init(logger: Logger) {
        self.logger = logger
    }

    /// Starts a request, and continues its trace if it has one.
    func begin(_ request: Request, _ context: inout GatewayContext) -> ContinuousClock.Instant {
        inFlight.increment()
        if let trace = request.headers[.traceparent].flatMap(TraceContext.init(traceparent:)) {
            context.trace = trace
        }
        return ContinuousClock.now
    }

    /// Ends a request; the status is `nil` if it got no response.
    func end(
        _ request: Request,
        _ context: GatewayContext,
        _ status: HTTPResponse.Status?,
        since start: ContinuousClock.Instant
    ) {
        inFlight.decrement()
        let code = status.map { String($0.code) } ?? "none"
        note(request, context, code, ContinuousClock.now - start)
    }

    private func note(
        _ request: Request,
        _ context: GatewayContext,
        _ status: String,
        _ duration: Duration
    ) {
        // Never the path itself: it is the client's text, and may be a picture's signed URL.
        let route = context.endpointPath ?? (context.isOfSite ? "web" : "none")
        let method = Self.known.contains(request.method) ? request.method.rawValue : "other"
        series.note(.init(route: route, method: method, status: status), duration)
        logger.info(
            "Request finished.",
            metadata: [
                "method": .string(method), "route": .string(route), "status": .string(status),
                "microseconds": "\(Int(duration / .microseconds(1)))",
                "trace": "\(context.trace.traceID)",
            ]
        )
    }

    private static let known: Set<HTTPRequest.Method> = [
        .get, .head, .post, .put, .delete, .patch, .options,
    ]
}
