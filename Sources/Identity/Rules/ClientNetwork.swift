import Glibc

/// What of a client's address is counted as one client: an IPv4 address, or the first 64 bits of
/// an IPv6 address, for one connection commands all addresses behind them.
struct ClientNetwork: Hashable {
    /// Empty where no address is named, as by a caller within the cluster.
    let text: String
    /// What of the address one customer commonly commands: an IPv4 address, or the first 56 bits
    /// of an IPv6 address, which are 256 networks.
    let customer: String

    /// No address is longer.
    private static let bytesMax = 100

    init(_ address: String?) {
        guard let address, address.utf8.count <= Self.bytesMax else {
            (text, customer) = ("", "")
            return
        }
        var bytes = [UInt8](repeating: 0, count: 16)
        guard unsafe inet_pton(AF_INET6, address, &bytes) == 1 else {
            (text, customer) = (address, address)
            return
        }
        let isIPv4 = bytes[..<10].allSatisfy { $0 == 0 } && bytes[10] == 255 && bytes[11] == 255
        if isIPv4 {
            text = bytes[12...].map(String.init).joined(separator: ".")
            customer = text
        } else {
            text = Self.text(bytes[..<8])
            customer = Self.text(bytes[..<7])
        }
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        bytes.map { String($0, radix: 16) }.joined(separator: ":")
    }
}
