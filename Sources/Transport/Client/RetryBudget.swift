import Synchronization

/// Limits the retries of all calls of one caller: one for every ten calls, plus a few at first. So
/// retries cannot multiply the load of a service that is in trouble.
final class RetryBudget: Sendable {
    /// The price of a retry; every call earns one.
    static let price = 10
    /// The number of retries available before any call was made.
    static let first = 10
    /// The number of retries that can be saved up.
    static let most = 100

    private let saved = Atomic<Int>(RetryBudget.price * RetryBudget.first)

    /// Records a call's first attempt.
    func earned() {
        guard saved.load(ordering: .relaxed) < Self.price * Self.most else { return }
        saved.add(1, ordering: .relaxed)
    }

    /// Pays for a retry; returns `false` when the budget is too low.
    func spend() -> Bool {
        let left = saved.subtract(Self.price, ordering: .relaxed).newValue
        if left >= 0 { return true }
        saved.add(Self.price, ordering: .relaxed)
        return false
    }
}
