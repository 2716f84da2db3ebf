import Hummingbird
import NIOCore

/// A body that the client sends only when it is asked to. The first read asks for it.
struct ExpectedBody: AsyncSequence, Sendable {
    let body: RequestBody
    let channel: any Channel

    func makeAsyncIterator() -> Iterator {
        Iterator(body: body.makeAsyncIterator(), channel: channel)
    }

    struct Iterator: AsyncIteratorProtocol {
        fileprivate var body: RequestBody.AsyncIterator
        /// `nil` once the body was asked for.
        fileprivate var channel: (any Channel)?

        @concurrent
        mutating func next() async throws -> ByteBuffer? {
            channel?.triggerUserOutboundEvent(HTTPConnectionHandler.BodyAsked(), promise: nil)
            channel = nil
            return try await body.next()
        }
    }
}

extension Request {
    /// If the client waits to be asked for the body, makes the first read ask for it.
    mutating func expectBody(on channel: any Channel) {
        guard headers[.expect] != nil else { return }
        body = RequestBody(asyncSequence: ExpectedBody(body: body, channel: channel))
    }
}
