import Glibc

/// The address of a client: of IPv4, or of IPv6.
///
/// The IPv6 form of an IPv4 address (`::ffff:192.0.2.1`) is that IPv4 address.
struct IPAddress: Hashable, Sendable {
    /// 4 or 16 bytes, the first of the network first.
    let bytes: [UInt8]

    /// Reads `192.0.2.1` or `2001:db8::1`, with a zone (`%eth0`) or without, which does not count.
    init?(_ text: some StringProtocol) {
        let plain = String(text.prefix { $0 != "%" })
        if let bytes = Self.parse(plain, AF_INET, 4) {
            self.bytes = bytes
        } else if !plain.isEmpty, let bytes = Self.parse(plain, AF_INET6, 16) {
            let isMapped = bytes.prefix(12) == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]
            self.bytes = isMapped ? Array(bytes.suffix(4)) : bytes
        } else {
            return nil
        }
    }

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    private static func parse(_ text: String, _ family: Int32, _ count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        return inet_pton(family, text, &bytes) == 1 ? bytes : nil
    }

    /// The address with all bits behind the first ones zero.
    func masked(to bits: Int) -> IPAddress {
        IPAddress(
            bytes: bytes.enumerated().map { index, byte in
                let kept = min(8, max(0, bits - index * 8))
                return byte & ~UInt8(truncatingIfNeeded: 0xFF >> kept)
            }
        )
    }
}

extension IPAddress: CustomStringConvertible {
    /// The shortest form: `192.0.2.1`, `2001:db8::1`.
    var description: String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let family = bytes.count == 4 ? AF_INET : AF_INET6
        inet_ntop(family, bytes, &text, socklen_t(text.count))
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
