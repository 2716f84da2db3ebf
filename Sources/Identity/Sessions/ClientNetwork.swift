import Glibc

/// The part of a client's address that counts as one client: an IPv4 address, or the first 64 bits
/// of an IPv6 address, because one connection controls all addresses with these bits.
struct ClientNetwork: Hashable {
    /// Empty if there is no address, as for a caller within the cluster.
    let text: String
    /// The part of the address that one subscriber commonly controls: an IPv4 address, or the first
    /// 56 bits of an IPv6 address, which are 256 networks.
    let site: String

    /// The maximum length in bytes; no address is longer.
    private static let bytesMax = 100

    init(_ address: String?) {
        guard let address, address.utf8.count <= Self.bytesMax else {
            (text, site) = ("", "")
            return
        }
        var bytes = [UInt8](repeating: 0, count: 16)
        guard unsafe inet_pton(AF_INET6, address, &bytes) == 1 else {
            (text, site) = (address, address)
            return
        }
        let isIPv4 = bytes[..<10].allSatisfy { $0 == 0 } && bytes[10] == 255 && bytes[11] == 255
        if isIPv4 {
            text = bytes[12...].map(String.init).joined(separator: ".")
            site = text
        } else {
            text = Self.text(bytes[..<8])
            site = Self.text(bytes[..<7])
        }
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        bytes.map { String($0, radix: 16) }.joined(separator: ":")
    }
}
