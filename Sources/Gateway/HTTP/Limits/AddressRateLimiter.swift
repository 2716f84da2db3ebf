import Hummingbird
import Values

/// Finds the client's address, and takes the request from that address's budget.
struct AddressRateLimiter: Sendable {
    let forwarded: ForwardedAddress
    let rateLimiter: RequestRateLimiter
    let untrusted: UntrustedForwarding

    func admit(_ request: Request, _ context: inout GatewayContext) throws {
        let peer = context.peerAddress
        context.client = forwarded.client(peer: peer, request.headers)
        if let peer, context.client == peer, !forwarded.proxies.contains(peer) {
            untrusted.note(request.headers, from: peer)
        }
        try rateLimiter.take(from: context.client)
    }
}
