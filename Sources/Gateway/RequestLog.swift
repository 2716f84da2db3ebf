import HTTPTypes
import Hummingbird
import Logging
import Metrics
import RPC

/// Begins or continues each request's trace, counts and measures it, and leaves one line of it in
/// the log: how it ended, how long that took, and the trace by which other services' lines are
/// found. Stands outermost.
struct RequestLog: RouterMiddleware {
    private let logger: Logger
    private let series = RequestSeries()
    private let inFlight = Meter(label: "gauntlet_http_requests_in_flight")

    init(logger: Logger) {
        self.logger = logger
    }

    func handle(
        _ request: Request,
        context: GatewayContext,
        next: @concurrent (Request, GatewayContext) async throws -> Response
    ) async throws -> Response {
        let start = ContinuousClock.now
        inFlight.increment()
        var context = context
        if let trace = request.headers[.traceparent].flatMap(TraceContext.init(traceparent:)) {
            context.trace = trace
        }
        var status = "none"
        defer {
            inFlight.decrement()
            note(request, context, status, ContinuousClock.now - start)
        }
        let response = try await next(request, context)
        status = String(response.status.code)
        return response
    }

    private func note(
        _ request: Request,
        _ context: GatewayContext,
        _ status: String,
        _ duration: Duration
    ) {
        // Never the path itself: it is the client's text, and may be a picture's signed address.
        let route = context.endpointPath ?? "none"
        let method = Self.known.contains(request.method) ? request.method.rawValue : "other"
        series.note(.init(route: route, method: method, status: status), duration)
        logger.info(
            "A request was answered.",
            metadata: [
                "method": "\(method)", "route": "\(route)", "status": "\(status)",
                "microseconds": "\(Int(duration / .microseconds(1)))",
                "trace": "\(context.trace.traceID)",
            ]
        )
    }

    private static let known: Set<HTTPRequest.Method> = [
        .get, .head, .post, .put, .delete, .patch, .options,
    ]
}
