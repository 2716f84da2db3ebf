import NIOCore
import Testing
import Values

@testable import Gateway

/// The IP address of a socket.
@Suite struct SocketAddressTests {
    @Test(arguments: [
        "192.0.2.1", "127.0.0.1", "255.254.253.252", "::1", "2001:db8:1:2:3:4:5:6",
        "::ffff:192.0.2.1",
    ])
    func `a socket's address equals the one in its text`(text: String) throws {
        let socket = try SocketAddress(ipAddress: text, port: 4_711)
        let address = try #require(IPAddress(text))
        #expect(IPAddress(socket) == address)
    }

    @Test func `a Unix domain socket has no address`() throws {
        #expect(try IPAddress(SocketAddress(unixDomainSocketPath: "/tmp/socket")) == nil)
    }
}
