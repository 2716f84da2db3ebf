/// A list of networks in CIDR notation: `10.0.0.0/8, ::1, 2001:db8::/32`.
///
/// An IPv4 address is the same in its own form and mapped into IPv6 (`::ffff:10.0.0.1`).
public struct Networks: Hashable, Sendable {
    private let networks: [Network]

    /// No network.
    public init() {
        networks = []
    }

    /// Reads networks separated by commas. Returns nil if one of them is invalid. An address
    /// without a length is a network of its own; bits beyond the length are ignored. A zone
    /// (`%eth0`) is refused: no incoming address has one.
    public init?(_ text: String) {
        var networks: [Network] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let network = Network(String(part)) else { return nil }
            networks.append(network)
        }
        self.networks = networks
    }

    /// Whether an address is in one of the networks.
    public func contains(_ address: IPAddress) -> Bool {
        networks.contains { $0.contains(address) }
    }

    /// Whether an address is in one of the networks; an invalid address is in none.
    public func contains(_ address: String) -> Bool {
        guard !networks.isEmpty, let address = IPAddress(address) else { return false }
        return contains(address)
    }
}

/// An address, and how many of its bits count.
private struct Network: Hashable {
    private let base: IPAddress
    private let mask: UInt128

    init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { part in
            String(part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
        }
        guard
            let address = parts.first, !address.contains("%"), let base = IPAddress(address)
        else { return nil }
        self.base = base
        switch parts.count {
        case 1:
            mask = IPAddress.mask(128)
        case 2:
            // The length is in bits of the form in which the address is written.
            let lengthMax = address.contains(":") ? 128 : 32
            guard let length = Int(parts[1]), String(length) == parts[1],
                (0...lengthMax).contains(length)
            else { return nil }
            mask = IPAddress.mask(length + 128 - lengthMax)
        default:
            return nil
        }
    }

    func contains(_ address: IPAddress) -> Bool {
        (address.bits ^ base.bits) & mask == 0
    }
}
