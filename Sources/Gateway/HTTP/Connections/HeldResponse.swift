import NIOCore
import NIOHTTPTypes

/// A response that is ready before its request's body has arrived. It is held for a moment, in
/// which the rest of the body may arrive.
struct HeldResponse {
    private(set) var parts: [(part: HTTPResponsePart, promise: EventLoopPromise<Void>?)] = []

    /// Whether the whole response is here. A response that is still being made is not held.
    var isWhole: Bool {
        guard case .end = parts.last?.part else { return false }
        return true
    }

    mutating func append(_ part: HTTPResponsePart, _ promise: EventLoopPromise<Void>?) {
        parts.append((part, promise))
    }

    /// Tells the writers that nothing of the response will be sent.
    func fail() {
        for (_, promise) in parts { promise?.fail(ChannelError.ioOnClosedChannel) }
    }
}
