import NIOCore
import Values

extension IPAddress {
    /// The IP address of a socket; `nil` for a Unix domain socket.
    init?(_ address: SocketAddress) {
        // The kernel's structure, whose fields cannot be named here: the family, the port and, in
        // IPv6, the flow label precede the address.
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
