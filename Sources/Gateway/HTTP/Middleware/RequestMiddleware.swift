import HTTPTypes
import Hummingbird

/// The middleware of all routes. It is one type rather than four, because the cost of each further
/// middleware exceeds that of its work.
struct RequestMiddleware: RouterMiddleware {
    let log: RequestLog
    let origins: CrossOrigin
    let problems: Problems
    let health: HealthCheck
    let addressLimiter: AddressRateLimiter
    let waits: Waits
    /// The web client; `nil` if it is not served.
    let site: WebSite?

    func handle(
        _ request: Request,
        context: GatewayContext,
        next: @concurrent (Request, GatewayContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        let start = log.begin(request, &context)
        var status: HTTPResponse.Status?
        defer { log.end(request, context, status, since: start) }
        var response: Response
        if let preflight = origins.preflight(request) {
            response = preflight
        } else {
            do {
                context.waits = waits
                if let options = try health.options(request) {
                    response = options
                } else {
                    if !health.isAsked(by: request) {
                        try addressLimiter.admit(request, &context)
                    }
                    if let page = try site?.response(to: request) {
                        context.isOfSite = true
                        response = page
                    } else {
                        var expected = request
                        expected.expectBody(on: context.channel)
                        response = try await next(expected, context)
                    }
                }
            } catch {
                response = try problems.response(to: request, after: error, context)
            }
            response.headers.addEverywhere(context.trace)
            if request.method == .head { response = response.createHeadResponse() }
            // It would be the length of the body that the client already has (RFC 9110 §8.6).
            if response.status == .notModified { response.headers[.contentLength] = nil }
        }
        if !context.isOfSite { origins.mark(&response, to: request) }
        status = response.status
        return response
    }
}
