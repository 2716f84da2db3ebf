import Logging
import NIOCore
import NIOEmbedded
import Testing

@testable import Launch

@Suite struct KeptConnectionTests {
    /// As a stopping server does: it drops accepted connections that it has not handled yet.
    @Test func `a connection that is never handled does no harm`() throws {
        let kept = KeptConnection { _, _, _ in Issue.record("no request was made") }
        let channel = EmbeddedChannel()
        _ = try kept.setup(channel: channel, logger: Logger(label: "test")).wait()
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        #expect(channel.isActive)
        _ = try channel.finish(acceptAlreadyClosed: true)
    }
}
