#if canImport(Glibc)
import Glibc
#endif

/// Chooses ports of the loopback interface that nobody listens on.
enum FreePorts {
    /// Below the range from which the system gives ports to connections, so that a service that is
    /// started again finds its port free.
    private static let range: ClosedRange<UInt16> = 20_000...32_000

    /// Ports that lie together, in a block that the process' own number chooses: clusters that
    /// start at the same moment look at different ones.
    static func choose(_ count: Int) throws(ClusterError) -> [Int] {
        let blocks = range.count / count
        for attempt in 0..<blocks {
            let block = (Int(getpid()) + attempt) % blocks
            let first = Int(range.lowerBound) + block * count
            let ports = Array(first..<first + count)
            if ports.allSatisfy(isFree) { return ports }
        }
        throw ClusterError("no free port is left")
    }

    /// Whether nobody listens on a port of the loopback interface.
    static func isFree(_ port: Int) -> Bool {
        let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard socket >= 0 else { return false }
        defer { close(socket) }
        // As servers do: a port whose last connections are still closing is free.
        var isReused: Int32 = 1
        setsockopt(
            socket,
            SOL_SOCKET,
            SO_REUSEADDR,
            &isReused,
            socklen_t(MemoryLayout<Int32>.size)
        )
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(clamping: port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }
}
