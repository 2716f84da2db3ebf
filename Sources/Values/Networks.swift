#if canImport(Glibc)
import Glibc
#endif

/// Some networks, by their addresses in CIDR notation: `10.0.0.0/8, ::1, 2001:db8::/32`.
///
/// An IPv4 address is the same in its own form and within IPv6 (`::ffff:10.0.0.1`).
public struct Networks: Hashable, Sendable {
    private let networks: [Network]

    /// No network.
    public init() {
        networks = []
    }

    /// Reads networks separated by commas; `nil` where one of them is none. An address without a
    /// length stands for itself alone; bits behind the length do not count.
    public init?(_ text: String) {
        var networks: [Network] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let network = Network(String(part)) else { return nil }
            networks.append(network)
        }
        self.networks = networks
    }

    /// Whether an address lies in one of the networks; what is no address lies in none.
    public func contains(_ address: String) -> Bool {
        guard !networks.isEmpty, let bits = AddressBits(address) else { return false }
        return networks.contains { $0.contains(bits) }
    }
}

/// An address and how many of its bits count.
private struct Network: Hashable {
    let base: AddressBits
    let length: Int

    init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { part in
            String(part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
        }
        guard let address = parts.first, let base = AddressBits(address) else { return nil }
        self.base = base
        switch parts.count {
        case 1:
            length = 128
        case 2:
            let lengthMax = base.isIPv4Text ? 32 : 128
            guard let length = Int(parts[1]), String(length) == parts[1],
                (0...lengthMax).contains(length)
            else { return nil }
            self.length = length + 128 - lengthMax
        default:
            return nil
        }
    }

    func contains(_ address: AddressBits) -> Bool {
        (address.bits ^ base.bits) & ~(length == 128 ? 0 : UInt128.max >> UInt128(length)) == 0
    }
}

/// An address of IPv6, or one of IPv4 as it stands within IPv6.
private struct AddressBits: Hashable {
    let bits: UInt128
    /// Whether it was written as IPv4 addresses are.
    let isIPv4Text: Bool

    init?(_ text: String) {
        var bytes = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET6, text, &bytes) == 1 {
            isIPv4Text = false
        } else if inet_pton(AF_INET, text, &bytes) == 1 {
            isIPv4Text = true
            bytes = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF] + bytes[..<4]
        } else {
            return nil
        }
        bits = bytes.reduce(0) { $0 << 8 | UInt128($1) }
    }
}
