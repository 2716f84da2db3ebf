import Synchronization

/// One value that one task waits for. Whoever gives it first wins; what comes later is refused, so
/// that a value can be given, a deadline pass and the task be cancelled at the same moment.
protocol OneShotProtocol<Value>: AnyObject, Sendable {
    associatedtype Value: Sendable

    /// Looks at the state, or changes it, while nobody else does.
    func withState<Result: Sendable>(_ body: (inout OneShotState<Value>) -> Result) -> Result
}

/// The value, and whoever waits for it.
///
/// Invariant: `waiting` is resumed exactly once, by whoever sets `value`; nobody waits afterwards.
struct OneShotState<Value: Sendable>: Sendable {
    /// Whoever waits. Not a checked continuation: there is one of these for each call, and the
    /// invariant is all that it would check.
    fileprivate var waiting: UnsafeContinuation<Value, Never>?
    fileprivate var value: Value?

    init() {}
}

extension OneShotProtocol {
    /// The value, once it is given. At most one task may wait at a time.
    ///
    /// When the waiting task is cancelled first, the value is `cancelled`, and then
    /// `whenCancelled` is called.
    func value(
        orCancelled cancelled: Value,
        _ whenCancelled: @Sendable () -> Void = {}
    ) async -> Value {
        if let value = valueIfDone { return value }
        return await withTaskCancellationHandler {
            await withUnsafeContinuation { wait($0) }
        } onCancel: {
            if finish(cancelled) { whenCancelled() }
        }
    }

    private func wait(_ continuation: UnsafeContinuation<Value, Never>) {
        let value = withState { state in
            precondition(state.waiting == nil, "two tasks wait for one value")
            if state.value == nil { state.waiting = continuation }
            return state.value
        }
        if let value { continuation.resume(returning: value) }
    }

    /// The value if it was given.
    var valueIfDone: Value? {
        withState(\.value)
    }

    /// Gives the value; `false` when one was given before.
    @discardableResult
    func finish(_ value: Value) -> Bool {
        finish { value }
    }

    /// Gives the value, and makes it only if nobody was faster.
    @discardableResult
    func finish(making value: () -> Value) -> Bool {
        let (isFirst, waiting, value) = withState { state in
            guard state.value == nil else {
                return (false, UnsafeContinuation<Value, Never>?.none, Value?.none)
            }
            let value = value()
            state.value = value
            defer { state.waiting = nil }
            return (true, state.waiting, value)
        }
        if let waiting, let value { waiting.resume(returning: value) }
        return isFirst
    }
}

/// A value that is waited for, and nothing else.
final class OneShot<Value: Sendable>: OneShotProtocol {
    private let state = Mutex(OneShotState<Value>())

    func withState<Result: Sendable>(_ body: (inout OneShotState<Value>) -> Result) -> Result {
        state.withLock { body(&$0) }
    }
}
