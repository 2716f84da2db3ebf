import HTTPTypes
import Logging
import NIOCore
import NIOEmbedded
import Testing

@testable import Gateway

@Suite struct HTTPServerChannelTests {
    /// A stopping server drops connections that it has accepted and not yet handled.
    @Test func `a connection that is never handled does no harm`() throws {
        let gated = HTTPServerChannel(
            responder: { _, _, _ in },
            limits: HTTPLimits(),
            connections: OpenConnections()
        ) { _ in
            Issue.record("nothing was asked")
            return (.init(status: .badRequest), ByteBuffer())
        }
        let channel = EmbeddedChannel()
        _ = try gated.setup(channel: channel, logger: Logger(label: "test")).wait()
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        #expect(channel.isActive)
        _ = try channel.finish(acceptAlreadyClosed: true)
    }
}
