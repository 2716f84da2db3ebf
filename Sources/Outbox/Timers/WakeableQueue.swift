import Synchronization

/// Messages of other tasks to a loop, which takes all of them at once, and sleeps while there are
/// none.
///
/// Invariant: the loop waits only while there is no message and it was not nudged.
final class WakeableQueue<Message: Sendable>: Sendable {
    private struct State {
        var messages: [Message] = []
        var isNudged = false
        var isClosed = false
        var reader: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    /// Whether the loop must end.
    var isClosed: Bool {
        state.withLock { $0.isClosed }
    }

    func post(_ message: Message) {
        wake { $0.messages.append(message) }
    }

    /// Wakes the loop once, without a message.
    func nudge() {
        wake { $0.isNudged = true }
    }

    /// Tells the loop to end.
    func close() {
        wake { state in
            state.isClosed = true
            state.isNudged = true
        }
    }

    /// Takes everything posted; waits for a message, at most that long. Cancellation ends the wait.
    func take(within limit: Duration) async -> [Message] {
        if let messages = takeNow() { return messages }
        guard limit > .zero else { return [] }
        await withDiscardingTaskGroup { group in
            group.addTask {
                try? await Task.sleep(for: limit)
                self.nudge()
            }
            await self.wait()
            group.cancelAll()
        }
        return takeNow() ?? []
    }

    /// Waits until there is a message, or it is nudged.
    private func wait() async {
        await withCheckedContinuation { continuation in
            let isReady = state.withLock { state in
                if state.isNudged || !state.messages.isEmpty { return true }
                state.reader = continuation
                return false
            }
            if isReady { continuation.resume() }
        }
    }

    private func takeNow() -> [Message]? {
        state.withLock { state in
            guard state.isNudged || !state.messages.isEmpty else { return nil }
            defer { state.messages = [] }
            state.isNudged = false
            return state.messages
        }
    }

    private func wake(_ change: (inout State) -> Void) {
        let reader = state.withLock { state in
            change(&state)
            defer { state.reader = nil }
            return state.reader
        }
        reader?.resume()
    }
}
