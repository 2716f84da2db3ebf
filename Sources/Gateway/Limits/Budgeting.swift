import Hummingbird
import Values

/// Finds out which address asks, and takes the request from its budget.
struct AddressBudgeting: Sendable {
    let forwarded: ForwardedAddress
    let budgets: RequestBudgets

    func admit(_ request: Request, _ context: inout GatewayContext) throws {
        context.client = forwarded.client(peer: context.peerAddress, request.headers)
        try budgets.take(from: context.client)
    }
}
