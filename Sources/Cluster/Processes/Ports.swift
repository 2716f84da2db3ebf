#if canImport(Glibc)
import Glibc
#endif

/// Ports chosen for a cluster, and reserved while it runs.
///
/// Each port is bound to a socket that never listens. Another cluster tries to bind it in the same
/// way and fails; a server that sets `SO_REUSEADDR`, as ours do, can still listen on it.
struct ReservedPorts: ~Copyable {
    /// Below the range of ephemeral ports, so that a restarted service finds its port free.
    private static let range: ClosedRange<UInt16> = 20_000...32_000

    let ports: [Int]
    private let sockets: [Int32]

    /// Chooses consecutive ports of the loopback interface.
    ///
    /// The search starts at a place derived from the process id, so that clusters started at the
    /// same time rarely collide.
    init(_ count: Int, in range: ClosedRange<UInt16> = range) throws(ClusterError) {
        let blocks = range.count / max(1, count)
        for attempt in 0..<blocks {
            let block = (Int(getpid()) &* 7 &+ attempt) % blocks
            let first = Int(range.lowerBound) + block * count
            var sockets: [Int32] = []
            for port in first..<first + count {
                guard let socket = Self.hold(port) else { break }
                sockets.append(socket)
            }
            if sockets.count == count {
                ports = Array(first..<first + count)
                self.sockets = sockets
                return
            }
            for socket in sockets { close(socket) }
        }
        throw ClusterError("no free port is left")
    }

    deinit {
        for socket in sockets { close(socket) }
    }

    private static func hold(_ port: Int) -> Int32? {
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let socket = socket(AF_INET, kind, 0)
        guard socket >= 0 else { return nil }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(clamping: port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let isBound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        // `SO_REUSEADDR` is set after the bind, which must not share the port with another
        // cluster's reservation.
        guard isBound, Ports.reuse(socket) else {
            close(socket)
            return nil
        }
        return socket
    }
}

/// Binds the ports on which servers listen.
enum Ports {
    /// Why a bind failed.
    enum Finding: Hashable {
        case inUse
        /// The address does not belong to this machine, or the name does not resolve.
        case notHere
        /// Only root may bind it.
        case forbidden
    }

    /// Why a port cannot be bound, in one line for the operator.
    struct Unbound: Error, Hashable, CustomStringConvertible {
        let port: Int
        let host: String
        let finding: Finding

        var description: String {
            switch finding {
            case .inUse:
                "port \(port) is in use: stop the program using it, or choose another with --port"
            case .forbidden:
                "port \(port) needs root, or CAP_NET_BIND_SERVICE: choose another with --port"
            case .notHere:
                "\(host) is not an address of this machine: choose another with --host"
            }
        }
    }

    /// Binds a port of an address, or of the first one that a name resolves to.
    ///
    /// - Returns: A socket that does not listen; the caller closes it.
    static func bind(_ port: Int, of host: String) throws(Unbound) -> CInt {
        func unbound(_ finding: Finding) -> Unbound {
            Unbound(port: port, host: host, finding: finding)
        }
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, "\(port)", &hints, &found) == 0, let first = found else {
            throw unbound(.notHere)
        }
        defer { freeaddrinfo(first) }
        let info = first.pointee
        let kind = info.ai_socktype | Int32(SOCK_CLOEXEC.rawValue)
        let socket = socket(info.ai_family, kind, info.ai_protocol)
        guard socket >= 0 else { throw unbound(.notHere) }
        // As servers do: a port whose last connections are still closing counts as free.
        guard reuse(socket) else {
            close(socket)
            throw unbound(.inUse)
        }
        if Glibc.bind(socket, info.ai_addr, info.ai_addrlen) == 0 { return socket }
        let finding: Finding =
            switch errno {
            case EADDRINUSE: .inUse
            case EACCES: .forbidden
            default: .notHere
            }
        close(socket)
        throw unbound(finding)
    }

    fileprivate static func reuse(_ socket: Int32) -> Bool {
        var isReused: Int32 = 1
        let size = socklen_t(MemoryLayout<Int32>.size)
        return setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &isReused, size) == 0
    }
}
