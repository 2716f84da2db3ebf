import Synchronization

/// A value that one task waits for. The first to set it wins and later ones are refused, so that a
/// result, a deadline and a cancellation can safely race.
protocol OneShotProtocol<Value>: AnyObject, Sendable {
    associatedtype Value: Sendable

    /// Reads or changes the state under exclusive access.
    func withState<Result: Sendable>(_ body: (inout OneShotState<Value>) -> Result) -> Result
}

/// The value, and the continuation that waits for it.
///
/// Invariant: `waiting` is resumed exactly once, by the call that sets `value`; nothing waits
/// afterwards.
struct OneShotState<Value: Sendable>: Sendable {
    /// Not a checked continuation: each call has one, and the invariant is all that it would check.
    fileprivate var waiting: UnsafeContinuation<Value, Never>?
    fileprivate var value: Value?

    init() {}
}

extension OneShotProtocol {
    /// Returns the value once it is set. At most one task may wait at a time.
    ///
    /// If the waiting task is cancelled first, sets the value to `cancelled` and then calls
    /// `whenCancelled`.
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

    /// The value, if it was set.
    var valueIfDone: Value? {
        withState(\.value)
    }

    /// Sets the value; returns `false` if one was set before.
    @discardableResult
    func finish(_ value: Value) -> Bool {
        finish { value }
    }

    /// Sets the value, and computes it only if none was set before.
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

/// The plain `OneShotProtocol`: a value and nothing else.
final class OneShot<Value: Sendable>: OneShotProtocol {
    private let state = Mutex(OneShotState<Value>())

    func withState<Result: Sendable>(_ body: (inout OneShotState<Value>) -> Result) -> Result {
        state.withLock { body(&$0) }
    }
}
