import Values

/// How many of something each client has: by household, which one client has whole, and by
/// customer, between whom turns go round.
struct ClientCounts {
    /// At least 1 each: who has nothing takes no room. `nil` stands for all whose address is not
    /// known.
    private var limitKeys: [IPAddress?: Int] = [:]
    private var customers: [IPAddress?: Int] = [:]

    mutating func add(_ change: Int, for address: IPAddress?) {
        Self.add(change, for: address?.limitKey, to: &limitKeys)
        Self.add(change, for: address?.customer, to: &customers)
    }

    func ofLimitKey(_ address: IPAddress?) -> Int {
        limitKeys[address?.limitKey, default: 0]
    }

    func ofCustomer(_ address: IPAddress?) -> Int {
        customers[address?.customer, default: 0]
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
