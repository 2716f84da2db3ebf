import Glibc

/// What of a client's address is counted as one client: an IPv4 address, or the first 64 bits of
/// an IPv6 address, for one connection commands all addresses behind them.
struct ClientNetwork: Hashable {
    /// Empty where no address is named, as by a caller within the cluster.
    let text: String

    /// No address is longer.
    private static let bytesMax = 100

    init(_ address: String?) {
        guard let address, address.utf8.count <= Self.bytesMax else {
            text = ""
            return
        }
        var bytes = [UInt8](repeating: 0, count: 16)
        guard unsafe inet_pton(AF_INET6, address, &bytes) == 1 else {
            text = address
            return
        }
        let isIPv4 = bytes[..<10].allSatisfy { $0 == 0 } && bytes[10] == 255 && bytes[11] == 255
        text =
            isIPv4
            ? bytes[12...].map(String.init).joined(separator: ".")
            : bytes[..<8].map { String($0, radix: 16) }.joined(separator: ":")
    }
}
