import Hummingbird
import NIOCore

/// A body that the client sends only once it is told to: its first reading tells the connection.
struct ExpectedBody: AsyncSequence, Sendable {
    let body: RequestBody
    let channel: any Channel

    func makeAsyncIterator() -> Iterator {
        Iterator(body: body.makeAsyncIterator(), channel: channel)
    }

    struct Iterator: AsyncIteratorProtocol {
        fileprivate var body: RequestBody.AsyncIterator
        /// `nil` once the connection was told.
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
    /// Makes the body one that is asked for, if the client waits for that.
    mutating func expectBody(on channel: any Channel) {
        guard headers[.expect] != nil else { return }
        body = RequestBody(asyncSequence: ExpectedBody(body: body, channel: channel))
    }
}
