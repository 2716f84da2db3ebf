import Synchronization

/// A counter that many tasks change.
public final class Count: Sendable {
    private let atomic = Atomic<Int>(0)

    public init() {}

    public var value: Int { atomic.load(ordering: .sequentiallyConsistent) }

    /// - Parameter number: The amount to add.
    /// - Returns: The new value.
    @discardableResult
    public func add(_ number: Int = 1) -> Int {
        atomic.add(number, ordering: .sequentiallyConsistent).newValue
    }
}
