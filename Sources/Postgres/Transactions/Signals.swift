import Synchronization

/// Signals between the tasks of one process about a database, without asking the server: that there
/// is work to do.
///
/// A transaction raises a signal after its commit; each subscriber of the same `Database` is called
/// at once, on the task that raised it. Signals are not kept for later subscribers.
public final class Signals: Sendable {
    /// One subscription; pass it to `end` to end it.
    public struct Subscription: Hashable, Sendable {
        fileprivate let number: UInt64
    }

    private struct Subscriber: Sendable {
        let number: UInt64
        let name: String
        let action: @Sendable (Int64) -> Void
    }

    private struct State {
        var subscribers: [Subscriber] = []
        var numbers: UInt64 = 0
    }

    private let state = Mutex(State())

    init() {}

    /// Calls every subscriber of the name.
    public func raise(_ name: String, _ value: Int64 = 0) {
        let subscribers = state.withLock { $0.subscribers }
        for subscriber in subscribers where subscriber.name == name {
            subscriber.action(value)
        }
    }

    /// Calls an action whenever the signal is raised; it must be quick.
    public func subscribe(
        _ name: String,
        _ action: @escaping @Sendable (Int64) -> Void
    ) -> Subscription {
        state.withLock { state in
            state.numbers += 1
            state.subscribers.append(
                Subscriber(number: state.numbers, name: name, action: action)
            )
            return Subscription(number: state.numbers)
        }
    }

    /// Ends a subscription.
    public func end(_ subscription: Subscription) {
        state.withLock { state in
            state.subscribers.removeAll { $0.number == subscription.number }
        }
    }
}
