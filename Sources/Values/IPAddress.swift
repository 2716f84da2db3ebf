#if canImport(Glibc)
import Glibc
#endif

/// An IPv4 or IPv6 address.
///
/// An IPv4-mapped IPv6 address (`::ffff:192.0.2.1`) equals that IPv4 address.
public struct IPAddress: Hashable, Sendable {
    /// The bits of the IPv6 address; an IPv4 address is mapped into IPv6.
    let bits: UInt128

    /// The prefix of the 32 bits of an IPv4 address.
    private static let mapped: UInt128 = 0xFFFF << 32

    /// An IPv4 address; its first byte is the highest.
    public init(v4 bits: UInt32) {
        self.bits = Self.mapped | UInt128(bits)
    }

    /// An IPv6 address; its first byte is the highest.
    public init(v6 bits: UInt128) {
        self.bits = bits
    }

    /// Reads `192.0.2.1` or `2001:db8::1`. A zone (`%eth0`), which has a meaning on one machine
    /// only, is dropped.
    public init?(_ text: some StringProtocol) {
        let plain = String(decoding: text.utf8.prefix { $0 != UInt8(ascii: "%") }, as: UTF8.self)
        var v4 = in_addr()
        var v6 = in6_addr()
        if inet_pton(AF_INET, plain, &v4) == 1 {
            self.init(v4: UInt32(bigEndian: v4.s_addr))
        } else if inet_pton(AF_INET6, plain, &v6) == 1 {
            let bits = withUnsafeBytes(of: v6) { bytes in
                bytes.reduce(UInt128(0)) { $0 << 8 | UInt128($1) }
            }
            self.init(v6: bits)
        } else {
            return nil
        }
    }

    /// Whether it is an IPv4 address.
    public var isIPv4: Bool {
        bits >> 32 == Self.mapped >> 32
    }

    /// The address with all bits after the first `length` zero: of 32 bits for IPv4, of 128 for
    /// IPv6.
    public func masked(to length: Int) -> IPAddress {
        IPAddress(v6: bits & Self.mask(isIPv4 ? length + 96 : length))
    }

    /// A mask of the first `length` of 128 bits.
    static func mask(_ length: Int) -> UInt128 {
        ~(length >= 128 ? 0 : UInt128.max >> UInt128(max(0, length)))
    }
}

extension IPAddress: CustomStringConvertible {
    /// The shortest form: `192.0.2.1`, `2001:db8::1`.
    public var description: String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        if isIPv4 {
            var v4 = in_addr(s_addr: UInt32(truncatingIfNeeded: bits).bigEndian)
            inet_ntop(AF_INET, &v4, &text, socklen_t(text.count))
        } else {
            var v6 = bits.bigEndian
            inet_ntop(AF_INET6, &v6, &text, socklen_t(text.count))
        }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
