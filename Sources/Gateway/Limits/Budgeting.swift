import Hummingbird
import Values

/// Finds out which address asks, and takes the request from its budget.
struct AddressRateLimiter: Sendable {
    let forwarded: ForwardedAddress
    let rateLimiter: RequestRateLimiter

    func admit(_ request: Request, _ context: inout GatewayContext) throws {
        context.client = forwarded.client(peer: context.peerAddress, request.headers)
        try rateLimiter.take(from: context.client)
    }
}
