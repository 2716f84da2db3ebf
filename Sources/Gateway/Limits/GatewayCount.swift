import Glibc
import Logging
import NIOPosix
import ServiceLifecycle
import Synchronization

/// How many gateways a cluster has, or where that can be asked.
public enum GatewayCountSetting: Hashable, Sendable {
    /// So many, until the operator says otherwise.
    case number(Int)
    /// As many as this host name has addresses.
    case name(String)

    /// One, which shares its limits with nobody.
    public static let one = GatewayCountSetting.number(1)

    /// How it is written.
    public static let form = "a number from 1 to 1000, or a host name"

    /// Reads a number from 1 to 1,000, or a host name.
    public init?(_ text: String) {
        if let number = Int(text) {
            guard (1...1_000).contains(number), String(number) == text else { return nil }
            self = .number(number)
        } else {
            let isName =
                text.utf8.count <= 253
                && text.utf8.allSatisfy { byte in
                    switch byte {
                    case UInt8(ascii: "0")...UInt8(ascii: "9"),
                        UInt8(ascii: "A")...UInt8(ascii: "Z"),
                        UInt8(ascii: "a")...UInt8(ascii: "z"):
                        true
                    default: "-._".utf8.contains(byte)
                    }
                }
            guard isName, text.contains(where: \.isLetter) else { return nil }
            self = .name(text)
        }
    }
}

/// How many gateways share the requests, as it is known.
final class GatewayCount: Sendable {
    private let known: Atomic<Int>

    init(_ count: Int) {
        known = Atomic(max(1, count))
    }

    /// At least one: this one.
    var count: Int {
        known.load(ordering: .relaxed)
    }

    func replace(_ count: Int) {
        known.store(max(1, count), ordering: .relaxed)
    }
}

/// Counts the gateways every few seconds, as the addresses of the name that they share: what
/// docker's and Kubernetes' name servers answer for a service that runs several times.
struct GatewayDiscovery: Service {
    let gateways: GatewayCount
    let name: String
    let logger: Logger
    var pause = Duration.seconds(5)
    /// How many addresses a name has; `nil` where it cannot be told.
    var addresses: @Sendable (_ name: String) async -> Int? = Self.resolved

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                await take()
                try? await Task.sleep(for: pause)
            }
        }
    }

    /// Counts once. What cannot be told leaves the number as it was.
    func take() async {
        guard let count = await addresses(name), count != gateways.count else { return }
        gateways.replace(count)
        logger.info("The gateways were counted.", metadata: ["count": "\(gateways.count)"])
    }

    /// Asks the system; it may take its time, so not on a loop's thread.
    private static func resolved(_ name: String) async -> Int? {
        try? await NIOThreadPool.singleton.runIfActive {
            var hints = addrinfo()
            hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
            var list: UnsafeMutablePointer<addrinfo>?
            guard getaddrinfo(name, nil, &hints, &list) == 0 else { return nil }
            defer { freeaddrinfo(list) }
            var count = (v4: 0, v6: 0)
            var next = list
            while let entry = next?.pointee {
                if entry.ai_family == AF_INET { count.v4 += 1 } else { count.v6 += 1 }
                next = entry.ai_next
            }
            // A gateway may have an address of each family.
            return max(count.v4, count.v6)
        }
    }
}
