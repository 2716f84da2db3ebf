import NIOCore
import Values

extension IPAddress {
    /// The address of a socket; `nil` where it has none, being a file's.
    init?(_ address: SocketAddress) {
        // The kernel's own form, whose fields cannot be named here: family, port, and in IPv6 what
        // the flow is called stand before the address.
        switch address {
        case .v4(let socket):
            let bits = withUnsafeBytes(of: socket.address) { Self.bits($0[4..<8]) }
            self.init(v4: UInt32(truncatingIfNeeded: bits))
        case .v6(let socket):
            self.init(v6: withUnsafeBytes(of: socket.address) { Self.bits($0[8..<24]) })
        case .unixDomainSocket:
            return nil
        }
    }

    private static func bits(_ bytes: Slice<UnsafeRawBufferPointer>) -> UInt128 {
        bytes.reduce(0) { $0 << 8 | UInt128($1) }
    }
}
