import Synchronization

/// One value that one task waits for. Whoever gives it first wins; what comes later is refused, so
/// that a value can be given, a deadline pass and the task be cancelled at the same moment.
final class Wait<Value: Sendable>: Sendable {
    private enum State {
        /// Nobody waits yet. Becomes `waiting` or `done`.
        case open
        /// Becomes `done`.
        case waiting(CheckedContinuation<Value, Never>)
        /// The end.
        case done(Value)
    }

    private let state = Mutex(State.open)

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
            await withCheckedContinuation { wait($0) }
        } onCancel: {
            if finish(cancelled) { whenCancelled() }
        }
    }

    private func wait(_ continuation: CheckedContinuation<Value, Never>) {
        let value: Value? = state.withLock { state in
            switch state {
            case .open:
                state = .waiting(continuation)
                return nil
            case .waiting:
                preconditionFailure("two tasks wait for one value")
            case .done(let value):
                return value
            }
        }
        if let value { continuation.resume(returning: value) }
    }

    /// The value if it was given.
    var valueIfDone: Value? {
        state.withLock { state in
            if case .done(let value) = state { value } else { nil }
        }
    }

    /// Gives the value; `false` when one was given before.
    @discardableResult
    func finish(_ value: Value) -> Bool {
        finish { value }
    }

    /// Gives the value, and makes it only if nobody was faster.
    @discardableResult
    func finish(making value: () -> Value) -> Bool {
        guard let (waiting, value) = state.withLock({ Self.close(&$0, making: value) }) else {
            return false
        }
        waiting?.resume(returning: value)
        return true
    }

    private static func close(
        _ state: inout State,
        making value: () -> Value
    ) -> (CheckedContinuation<Value, Never>?, Value)? {
        switch state {
        case .done:
            return nil
        case .open:
            let value = value()
            state = .done(value)
            return (nil, value)
        case .waiting(let continuation):
            let value = value()
            state = .done(value)
            return (continuation, value)
        }
    }
}
