import Synchronization

/// Blocks tasks until a test opens it.
public final class Gate: Sendable {
    private struct State {
        var isOpen = false
        var arrivals = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    public init() {}

    /// How many tasks have arrived so far, including those that were let through.
    public var arrivals: Int {
        state.withLock { $0.arrivals }
    }

    public var isOpen: Bool {
        state.withLock { $0.isOpen }
    }

    /// Waits until the gate is open.
    public func pass() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                state.arrivals += 1
                if !state.isOpen { state.waiting.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }

    /// Lets all tasks through, now and later.
    public func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for task in waiting { task.resume() }
    }
}
