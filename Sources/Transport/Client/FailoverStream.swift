import NIOCore
import RPC
import Synchronization
import Wire

/// A stream that restarts on another connection when a draining server did not accept it.
///
/// Sent items are kept until the service has certainly begun: it has sent an item, or given credit
/// beyond the first window. So at most one window and one item are kept.
final class FailoverStream: CallerByteStream {
    /// Opens the stream on any connection.
    typealias Open = @Sendable () async -> Result<RemoteStream, Fault>

    private struct State {
        var stream: RemoteStream
        /// The sent items, `nil` for the end of the stream; `nil` as a whole once the service has
        /// begun.
        var sent: [ByteBuffer?]? = []
        var sentBytes = 0
        /// Set while a task moves the stream.
        var moving: Promise<Fault?>?
        var isCancelled = false
    }

    private let state: Mutex<State>
    private let open: Open

    init(_ stream: RemoteStream, open: @escaping Open) {
        state = Mutex(State(stream: stream))
        self.open = open
    }

    func send(_ item: ByteBuffer) async throws(Fault) {
        try await enqueue(item) { stream throws(Fault) in try await stream.send(item) }
    }

    func finish() async throws(Fault) {
        try await enqueue(nil) { stream throws(Fault) in try await stream.finish() }
    }

    func next() async throws(Fault) -> ByteBuffer? {
        while true {
            let stream = await present()
            do throws(Fault) {
                let item = try await stream.next()
                if item != nil { state.withLock { $0.sent = nil } }
                return item
            } catch {
                try await move(from: stream, after: error)
            }
        }
    }

    func reply() async throws(Fault) -> ByteBuffer {
        while true {
            let stream = await present()
            do throws(Fault) {
                return try await stream.reply()
            } catch {
                try await move(from: stream, after: error)
            }
        }
    }

    func cancel() {
        let stream = state.withLock { state in
            state.isCancelled = true
            return state.stream
        }
        stream.cancel()
    }

    /// The current stream, once no move is in progress.
    private func present() async -> RemoteStream {
        while let moving = state.withLock(\.moving) { _ = await moving.value() }
        return state.withLock(\.stream)
    }

    private func enqueue(
        _ item: ByteBuffer?,
        _ send: (RemoteStream) async throws(Fault) -> Void
    ) async throws(Fault) {
        let (stream, moving) = state.withLock { state in
            state.sent?.append(item)
            return (state.stream, state.moving)
        }
        // The task that moves the stream sends this item too.
        if let moving {
            if let fault = await moving.value() { throw fault }
            return
        }
        do throws(Fault) {
            try await send(stream)
        } catch {
            return try await move(from: stream, after: error)
        }
        state.withLock { state in
            state.sentBytes += item.map(ReceivedItems.cost) ?? 0
            if state.sentBytes > state.stream.window { state.sent = nil }
        }
    }

    /// Restarts the stream elsewhere and resends what was sent; throws the fault where that is not
    /// possible.
    private func move(from stream: RemoteStream, after fault: Fault) async throws(Fault) {
        guard stream.isTurnedAway else { throw fault }
        if state.withLock(\.isCancelled) { throw WireError.cancelled.fault }
        let (latch, isMine) = state.withLock { state -> (Promise<Fault?>?, Bool) in
            guard state.stream === stream else { return (nil, false) }
            if let moving = state.moving { return (moving, false) }
            guard state.sent != nil else { return (nil, true) }
            state.moving = Promise()
            return (state.moving, true)
        }
        guard let latch else {
            if isMine { throw fault }
            return
        }
        if isMine { latch.finish(await begin()) }
        if let fault = await latch.value() { throw fault }
    }

    /// Moves the stream; returns `nil` on success.
    private func begin() async -> Fault? {
        while true {
            let stream: RemoteStream
            switch await open() {
            case .success(let opened): stream = opened
            case .failure(let fault): return giveUp(fault)
            }
            if let fault = await resend(on: stream) {
                if stream.isTurnedAway { continue }
                return giveUp(fault)
            }
            return nil
        }
    }

    /// Resends the kept items, then makes this stream the current one.
    private func resend(on stream: RemoteStream) async -> Fault? {
        var index = 0
        while true {
            let (item, isLast) = state.withLock { state -> (ByteBuffer??, Bool) in
                guard let sent = state.sent, index < sent.count else {
                    state.stream = stream
                    state.moving = nil
                    return (nil, true)
                }
                return (.some(sent[index]), false)
            }
            guard let item, !isLast else { break }
            do throws(Fault) {
                if let item { try await stream.send(item) } else { try await stream.finish() }
            } catch {
                return error
            }
            index += 1
        }
        if state.withLock(\.isCancelled) { stream.cancel() }
        return nil
    }

    private func giveUp(_ fault: Fault) -> Fault {
        state.withLock { state in
            state.sent = nil
            state.moving = nil
        }
        return fault
    }
}
