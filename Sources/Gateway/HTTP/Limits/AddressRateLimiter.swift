import Hummingbird
import Values

/// Finds the client's address, and takes the request from that address's budget.
struct AddressRateLimiter: Sendable {
    let forwarded: ForwardedAddress
    let rateLimiter: RequestRateLimiter

    func admit(_ request: Request, _ context: inout GatewayContext) throws {
        context.client = forwarded.client(peer: context.peerAddress, request.headers)
        try rateLimiter.take(from: context.client)
    }
}
