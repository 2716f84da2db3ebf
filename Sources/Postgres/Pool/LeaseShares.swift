/// How the tasks of a service share its leased connections, so that none of their purposes takes
/// all of them.
///
/// Background work has two connections to itself, or one where there are fewer than eight. The
/// others are open to every purpose, but lists use at most half of them.
///
/// Invariants: `open` ≤ `openMax`; `lists` ≤ `listsMax`. So background work finds a connection in
/// its reserve whatever calls do, and calls find one whatever lists do.
struct LeaseShares: Equatable, Sendable {
    /// The number of connections that only background work uses.
    let reserved: Int
    /// The number of all others.
    let openMax: Int
    /// How many of the others lists may use.
    let listsMax: Int

    private var inUse = PerPurpose(0)

    /// - Parameter countMax: The maximum number of connections.
    init(of countMax: Int) {
        reserved =
            switch countMax {
            // A single connection serves everything.
            case ...1: 0
            case ...7: 1
            default: 2
            }
        openMax = max(1, countMax - reserved)
        listsMax = max(1, openMax / 2)
    }

    /// The number of leases for one purpose.
    func count(_ purpose: LeasePurpose) -> Int { inUse[purpose] }

    /// How many leases are not covered by the reserve.
    private var open: Int {
        inUse[.call] + inUse[.list] + max(0, inUse[.background] - reserved)
    }

    /// Whether a task may lease a connection that is free.
    func admits(_ purpose: LeasePurpose) -> Bool {
        switch purpose {
        case .background: inUse[.background] < reserved || open < openMax
        case .list: open < openMax && inUse[.list] < listsMax
        case .call: open < openMax
        }
    }

    /// Counts a lease.
    mutating func lease(_ purpose: LeasePurpose) {
        precondition(admits(purpose))
        inUse[purpose] += 1
    }

    /// Counts the end of a lease.
    mutating func giveBack(_ purpose: LeasePurpose) {
        precondition(inUse[purpose] > 0)
        inUse[purpose] -= 1
    }

    /// The purpose whose longest waiting task gets the next free connection: background work while
    /// its reserve has room, otherwise the admitted purpose that has waited longest.
    ///
    /// - Parameter waiting: Since when the first task of each purpose has waited; `nil` if none
    ///   waits.
    /// - Returns: `nil` if no waiting task may have one.
    func next(_ waiting: PerPurpose<UInt64?>) -> LeasePurpose? {
        if waiting[.background] != nil, inUse[.background] < reserved { return .background }
        var first: (purpose: LeasePurpose, since: UInt64)?
        for purpose in LeasePurpose.allCases where admits(purpose) {
            guard let since = waiting[purpose] else { continue }
            if since < first?.since ?? .max { first = (purpose, since) }
        }
        return first?.purpose
    }
}

/// A value for each purpose.
struct PerPurpose<Value> {
    private var background: Value
    private var list: Value
    private var call: Value

    init(_ value: Value) {
        (background, list, call) = (value, value, value)
    }

    subscript(_ purpose: LeasePurpose) -> Value {
        get {
            switch purpose {
            case .background: background
            case .list: list
            case .call: call
            }
        }
        _modify {
            switch purpose {
            case .background: yield &background
            case .list: yield &list
            case .call: yield &call
            }
        }
    }
}

extension PerPurpose: Equatable where Value: Equatable {}
extension PerPurpose: Sendable where Value: Sendable {}
