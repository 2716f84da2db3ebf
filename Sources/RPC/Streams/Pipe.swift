import NIOCore
import Synchronization
import Wire

/// One direction of a stream inside one process: buffers at most a window of bytes.
///
/// Invariant: a reader waits only while there is no item; a writer waits only while the window is
/// full; nothing waits once the direction has ended.
final class Pipe: Sendable {
    private typealias Waiting = [CheckedContinuation<Void, Never>]

    private struct State {
        var items: [ByteBuffer] = []
        var waitingBytes = 0
        var end: Result<Void, Fault>?
        var readers: Waiting = []
        var writers: Waiting = []

        var isFull: Bool { end == nil && waitingBytes >= Limits.streamCreditBytes }
        var isEmpty: Bool { end == nil && items.isEmpty }
    }

    private let state = Mutex(State())

    /// Adds an item; waits while the window is full. After the end, drops the item, or throws the
    /// fault that the direction ended with. Calls `whenCancelled` when the waiting task is
    /// cancelled; it must end the direction.
    func send(_ item: ByteBuffer, whenCancelled: @Sendable () -> Void) async throws(Fault) {
        guard item.readableBytes <= Limits.itemBytesMax else { throw WireError.tooLarge.fault }
        while true {
            if let end = add(item) { return try end.get() }
            await withTaskCancellationHandler {
                await wait(while: \.isFull, in: \.writers)
            } onCancel: {
                whenCancelled()
            }
        }
    }

    /// Adds an item, or returns how the direction ended; returns `nil` while the window is full.
    private func add(_ item: ByteBuffer) -> Result<Void, Fault>? {
        let (end, readers) = state.withLock { state -> (Result<Void, Fault>?, Waiting) in
            if let end = state.end { return (end, []) }
            guard !state.isFull else { return (nil, []) }
            state.items.append(item)
            state.waitingBytes += item.readableBytes
            defer { state.readers = [] }
            return (.success(()), state.readers)
        }
        for reader in readers { reader.resume() }
        return end
    }

    /// Returns the next item; `nil` after the last. Throws the fault that the direction ended with.
    /// Calls `whenCancelled` when the waiting task is cancelled; it must end the direction.
    func next(whenCancelled: @Sendable () -> Void) async throws(Fault) -> ByteBuffer? {
        while true {
            switch take() {
            case .item(let item): return item
            case .ended(let end):
                try end.get()
                return nil
            case .empty:
                await withTaskCancellationHandler {
                    await wait(while: \.isEmpty, in: \.readers)
                } onCancel: {
                    whenCancelled()
                }
            }
        }
    }

    private enum Taken {
        case item(ByteBuffer)
        case ended(Result<Void, Fault>)
        case empty
    }

    private func take() -> Taken {
        let (taken, writers) = state.withLock {
            state -> (Taken, Waiting) in
            guard !state.items.isEmpty else { return (state.end.map(Taken.ended) ?? .empty, []) }
            let item = state.items.removeFirst()
            state.waitingBytes -= item.readableBytes
            defer { state.writers = [] }
            return (.item(item), state.writers)
        }
        for writer in writers { writer.resume() }
        return taken
    }

    /// Ends the direction; the first end wins. Buffered items can still be read.
    func finish(_ end: Result<Void, Fault> = .success(())) {
        close { state in
            if state.end == nil { state.end = end }
        }
    }

    /// Ends the direction and drops its buffered items.
    func cancel() {
        close { state in
            state.items = []
            state.waitingBytes = 0
            if state.end == nil { state.end = .failure(WireError.cancelled.fault) }
        }
    }

    private func close(_ change: (inout State) -> Void) {
        let waiting = state.withLock { state in
            change(&state)
            defer { (state.readers, state.writers) = ([], []) }
            return state.readers + state.writers
        }
        for continuation in waiting { continuation.resume() }
    }

    private func wait(
        while holds: KeyPath<State, Bool>,
        in queue: WritableKeyPath<State, Waiting>
    ) async {
        await withCheckedContinuation { continuation in
            let waits = state.withLock { state in
                if state[keyPath: holds] { state[keyPath: queue].append(continuation) }
                return state[keyPath: holds]
            }
            if !waits { continuation.resume() }
        }
    }
}
