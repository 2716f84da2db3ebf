import Hummingbird
import Values

/// Stands before all routes: finds out which address asks, and takes the request from its budget.
struct AddressBudgeting: RouterMiddleware {
    let forwarded: ForwardedAddress
    let budgets: RequestBudgets

    func handle(
        _ request: Request,
        context: GatewayContext,
        next: @concurrent (Request, GatewayContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        context.client = forwarded.client(peer: context.peerAddress, request.headers)
        try budgets.take(from: context.client)
        return try await next(request, context)
    }
}

/// Stands behind `Authentication`: takes the request from the person's budget.
struct UserBudgeting: RouterMiddleware {
    let budgets: RequestBudgets

    func handle(
        _ request: Request,
        context: GatewayContext,
        next: @concurrent (Request, GatewayContext) async throws -> Response
    ) async throws -> Response {
        try budgets.take(by: context.signedIn.user, from: context.client)
        return try await next(request, context)
    }
}
