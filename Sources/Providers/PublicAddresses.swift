import NIOCore
import NIOPosix
import Values

#if canImport(Glibc)
import Glibc
#endif

/// Looks up the addresses of a host, and leaves out private ones unless they are expected.
///
/// The connection goes to one of the addresses that were checked: a name that answers differently
/// a moment later leads nowhere else.
final class PublicAddresses: Resolver, Sendable {
    private let threads: NIOThreadPool
    private let loop: any EventLoop
    private let allowsPrivate: Bool
    private let found: EventLoopPromise<[SocketAddress]>

    /// - Parameters:
    ///   - threads: They wait for name servers, possibly for long.
    ///   - loop: Where the result is used.
    ///   - allowsPrivate: Whether the operator named the host, which may then be anywhere.
    init(threads: NIOThreadPool, loop: any EventLoop, allowsPrivate: Bool) {
        (self.threads, self.loop, self.allowsPrivate) = (threads, loop, allowsPrivate)
        found = loop.makePromise()
    }

    // The addresses of version 6 are asked for first, and with them all.
    func initiateAAAAQuery(host: String, port: Int) -> EventLoopFuture<[SocketAddress]> {
        let allowsPrivate = allowsPrivate
        found.completeWith(
            threads.runIfActive(eventLoop: loop) {
                let all = try Self.look(up: host, port: port)
                let usable = all.filter { allowsPrivate || Self.isPublic($0) }
                guard !usable.isEmpty else {
                    throw WebFailure("\(host) has only private addresses")
                }
                return usable
            }
        )
        return found.futureResult.map { $0.filter { $0.protocol == .inet6 } }
    }

    func initiateAQuery(host: String, port: Int) -> EventLoopFuture<[SocketAddress]> {
        found.futureResult.map { $0.filter { $0.protocol == .inet } }
    }

    func cancelQueries() {}

    private static func look(up host: String, port: Int) throws -> [SocketAddress] {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = AI_NUMERICSERV
        var first: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(host, "\(port)", &hints, &first)
        guard code == 0, let first else { throw WebFailure("\(host) has no address") }
        defer { freeaddrinfo(first) }
        var addresses: [SocketAddress] = []
        var next: UnsafeMutablePointer<addrinfo>? = first
        while let entry = next, addresses.count < 16 {
            if let address = address(entry.pointee) { addresses.append(address) }
            next = entry.pointee.ai_next
        }
        return addresses
    }

    private static func address(_ entry: addrinfo) -> SocketAddress? {
        guard let pointer = UnsafeRawPointer(entry.ai_addr) else { return nil }
        return switch entry.ai_family {
        case AF_INET: SocketAddress(pointer.loadUnaligned(as: sockaddr_in.self))
        case AF_INET6: SocketAddress(pointer.loadUnaligned(as: sockaddr_in6.self))
        default: nil
        }
    }

    /// Whether an address is on the public internet (IANA's special-purpose registries).
    static func isPublic(_ address: SocketAddress) -> Bool {
        guard let text = address.ipAddress, let ip = IPAddress(text) else { return false }
        guard translated.contains(ip) else {
            return !special.contains(ip) && (ip.isIPv4 || global.contains(ip))
        }
        // A translator's address leads to the IPv4 address in its last 32 bits.
        var bytes = [UInt8](repeating: 0, count: 16)
        guard inet_pton(AF_INET6, text, &bytes) == 1 else { return false }
        let inner = IPAddress(v4: bytes.suffix(4).reduce(0) { $0 << 8 | UInt32($1) })
        return !special.contains(inner)
    }

    private static let translated = networks("64:ff9b::/96")
    private static let global = networks("2000::/3")
    private static let special = networks(
        "0.0.0.0/8,10.0.0.0/8,100.64.0.0/10,127.0.0.0/8,169.254.0.0/16,172.16.0.0/12,"
            + "192.0.0.0/24,192.0.2.0/24,192.88.99.0/24,192.168.0.0/16,198.18.0.0/15,"
            + "198.51.100.0/24,203.0.113.0/24,224.0.0.0/3,"
            + "2001::/23,2001:db8::/32,2002::/16,3fff::/20"
    )

    private static func networks(_ text: String) -> Networks {
        guard let networks = Networks(text) else { preconditionFailure("invalid networks") }
        return networks
    }
}
