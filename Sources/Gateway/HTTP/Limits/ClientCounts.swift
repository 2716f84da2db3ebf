import Values

/// A count for each client: by limit key, which belongs to one client, and by site, the unit of
/// fair sharing.
struct ClientCounts {
    /// Counts are at least 1; a client without any takes no space. `nil` stands for all clients
    /// whose address is unknown.
    private var limitKeys: [IPAddress?: Int] = [:]
    private var sites: [IPAddress?: Int] = [:]

    mutating func add(_ change: Int, for address: IPAddress?) {
        Self.add(change, for: address?.limitKey, to: &limitKeys)
        Self.add(change, for: address?.site, to: &sites)
    }

    func ofLimitKey(_ address: IPAddress?) -> Int {
        limitKeys[address?.limitKey, default: 0]
    }

    func ofSite(_ address: IPAddress?) -> Int {
        sites[address?.site, default: 0]
    }

    private static func add(
        _ change: Int,
        for address: IPAddress?,
        to counts: inout [IPAddress?: Int]
    ) {
        let count = counts[address, default: 0] + change
        counts[address] = count == 0 ? nil : count
    }
}
