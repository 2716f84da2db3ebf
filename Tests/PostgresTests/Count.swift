import Synchronization

/// Counts from several tasks.
final class Count: Sendable {
    private let value = Mutex(0)

    var number: Int { value.withLock { $0 } }

    @discardableResult
    func next() -> Int {
        value.withLock { number in
            number += 1
            return number
        }
    }
}
