import Synchronization

/// How often all calls of one caller together may be repeated: once for every ten calls, and a few
/// times at first. So repetitions cannot multiply the load of a service that is in trouble.
final class RetryBudget: Sendable {
    /// What a repetition costs; every call earns one.
    static let price = 10
    /// How many repetitions there are before any call was made.
    static let first = 10
    /// How many repetitions may be saved up.
    static let most = 100

    private let saved = Atomic<Int>(RetryBudget.price * RetryBudget.first)

    /// A call is asked for the first time.
    func earned() {
        guard saved.load(ordering: .relaxed) < Self.price * Self.most else { return }
        saved.add(1, ordering: .relaxed)
    }

    /// Pays for a repetition; `false` when there is not enough left.
    func spend() -> Bool {
        let left = saved.subtract(Self.price, ordering: .relaxed).newValue
        if left >= 0 { return true }
        saved.add(Self.price, ordering: .relaxed)
        return false
    }
}
