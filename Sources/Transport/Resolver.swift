import Glibc
import NIOCore
import NIOPosix

/// Resolves host names, on threads that may block.
enum Resolver {
    /// Returns all addresses of a host, in the system's order, without duplicates; none if the name
    /// has none. Throws when the lookup fails.
    static func addresses(of host: String, port: Int) async throws -> [SocketAddress] {
        if let address = try? SocketAddress(ipAddress: host, port: port) { return [address] }
        return try await NIOThreadPool.singleton.runIfActive { try lookUp(host, port) }
    }

    private static func lookUp(_ host: String, _ port: Int) throws -> [SocketAddress] {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        let result = getaddrinfo(host, nil, &hints, &list)
        guard result == 0, let list else {
            // EAI_NODATA, for a name that exists and has no address, is not in every header.
            if [0, EAI_NONAME, -5].contains(result) { return [] }
            throw TransportError.failedLookup(host, reason: String(cString: gai_strerror(result)))
        }
        defer { freeaddrinfo(list) }
        var addresses: [SocketAddress] = []
        for entry in sequence(first: list, next: \.pointee.ai_next) {
            guard let address = numeric(entry.pointee, port), !addresses.contains(address) else {
                continue
            }
            addresses.append(address)
        }
        return addresses
    }

    private static func numeric(_ entry: addrinfo, _ port: Int) -> SocketAddress? {
        var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        let result = getnameinfo(
            entry.ai_addr,
            entry.ai_addrlen,
            &text,
            socklen_t(text.count),
            nil,
            0,
            NI_NUMERICHOST
        )
        guard result == 0 else { return nil }
        let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return try? SocketAddress(
            ipAddress: String(decoding: bytes, as: UTF8.self),
            port: port
        )
    }
}

extension SocketAddress {
    /// The address that a socket is bound to. Throws `TransportError.unusableSocket`.
    init(of socket: CInt) throws {
        var storage = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let found: SocketAddress? = withUnsafeMutablePointer(to: &storage) { pointer in
            let isFound = pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getsockname(socket, $0, &size) == 0
            }
            guard isFound else { return nil }
            let raw = UnsafeRawPointer(pointer)
            return switch Int32(pointer.pointee.ss_family) {
            case AF_INET: SocketAddress(raw.loadUnaligned(as: sockaddr_in.self))
            case AF_INET6: SocketAddress(raw.loadUnaligned(as: sockaddr_in6.self))
            default: nil
            }
        }
        guard let found else { throw TransportError.unusableSocket(socket) }
        self = found
    }

    /// Whether only this machine can reach it.
    var isLoopback: Bool {
        switch self {
        case .v4: ipAddress?.hasPrefix("127.") == true
        case .v6: ipAddress == "::1"
        case .unixDomainSocket: true
        }
    }
}
