import Glibc
import Logging
import NIOPosix
import ServiceLifecycle
import Synchronization

/// The number of gateways in the cluster, or a host name to count them by.
public enum GatewayCountSetting: Hashable, Sendable {
    /// A fixed number, until the operator changes it.
    case number(Int)
    /// The number of addresses of a host name.
    case name(String)

    /// One gateway, which does not share its limits.
    public static let one = GatewayCountSetting.number(1)

    /// The expected form, for error messages.
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

/// The current number of gateways that share the limits.
final class GatewayCount: Sendable {
    private let known: Atomic<Int>

    init(_ count: Int) {
        known = Atomic(max(1, count))
    }

    /// At least 1: this one.
    var count: Int {
        known.load(ordering: .relaxed)
    }

    func replace(_ count: Int) {
        known.store(max(1, count), ordering: .relaxed)
    }
}

/// Counts the gateways every few seconds by the addresses of their shared host name. The DNS of
/// Docker and Kubernetes returns these for a service with several replicas.
struct GatewayDiscovery: Service {
    let gateways: GatewayCount
    let name: String
    let logger: Logger
    var pause = Duration.seconds(5)
    /// Returns how many addresses a name has; `nil` if it cannot be resolved.
    var addresses: @Sendable (_ name: String) async -> Int? = Self.resolved

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                await take()
                try? await Task.sleep(for: pause)
            }
        }
    }

    /// Counts once. Keeps the number if the name cannot be resolved.
    func take() async {
        guard let count = await addresses(name), count != gateways.count else { return }
        gateways.replace(count)
        logger.info("The number of gateways changed.", metadata: ["count": "\(gateways.count)"])
    }

    /// Asks the system's resolver, which may block, so not on an event loop's thread.
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
