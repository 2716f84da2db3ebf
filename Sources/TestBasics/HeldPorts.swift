import FoundationEssentials
import Synchronization

#if canImport(Glibc)
import Glibc
#endif

/// Loopback ports reserved for one test, for servers that stop and restart on the same port.
///
/// Each port is bound until the process ends by a socket that never listens, so the system gives it
/// to no connection and to no test in another process. A server that reuses addresses, as ours and
/// PostgreSQL do, can listen on it anyway.
public enum HeldPorts {
    /// Below the range from which the system assigns ports to connections, and apart from the ports
    /// that clusters choose.
    private static let range = 10_000..<11_000

    private static let tried = Atomic<Int>(Int(getpid()) &* 31)

    /// Reserves a free port.
    ///
    /// - Throws: `TestSetupError` when no port is left.
    public static func next() throws -> Int {
        for _ in range {
            let number = tried.add(1, ordering: .relaxed).newValue
            let port = range.lowerBound + number % range.count
            if hold(port) { return port }
        }
        throw TestSetupError("no free port is left")
    }

    private static func hold(_ port: Int) -> Bool {
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let socket = socket(AF_INET, kind, 0)
        guard socket >= 0 else { return false }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let isBound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        var isReused: Int32 = 1
        // Set only now: the bind must not share the port with its current owner.
        guard isBound, setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &isReused, 4) == 0 else {
            close(socket)
            return false
        }
        return true
    }
}
