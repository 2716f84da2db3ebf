import FoundationEssentials
import Synchronization

#if canImport(Glibc)
import Glibc
#endif

/// Ports of the loopback interface that are a test's alone, for servers that stop and start again
/// on the same one.
///
/// Each is bound, until the process ends, by a socket that never listens: nobody else is given it, be
/// it a test in another process that asks here, or a connection. A server that reuses addresses, as
/// ours and PostgreSQL do, listens beside it.
public enum HeldPorts {
    /// Below the range from which the system gives ports to connections, and apart from those that
    /// clusters choose.
    private static let range = 10_000..<11_000

    private static let tried = Atomic<Int>(Int(getpid()) &* 31)

    /// A port that nobody has.
    ///
    /// - Throws: `TestSetupError` when none is left.
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
        // Only now: the bind itself must not share the port with whoever holds it.
        guard isBound, setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &isReused, 4) == 0 else {
            close(socket)
            return false
        }
        return true
    }
}
