import NIOCore
import Wire

/// A stream call that is answered in the same process. As over the network, the call is cancelled
/// when the stream is deinitialized or a task that waits on it is cancelled.
final class LocalStream: CallerByteStream {
    private let up = Pipe()
    private let down = Pipe()
    private let answer: Task<Result<ByteBuffer, Fault>, Never>

    /// Starts the handler in its own task.
    init(_ run: @escaping @Sendable (any ByteStream) async throws(Fault) -> ByteBuffer) {
        let served = Served(up: up, down: down)
        answer = Task { [up, down] in
            let result: Result<ByteBuffer, Fault>
            do throws(Fault) {
                result = .success(try await run(served))
            } catch {
                result = .failure(error)
            }
            let end = result.map { _ in }
            up.finish(end)
            down.finish(end)
            return result
        }
    }

    deinit {
        cancel()
    }

    func send(_ item: ByteBuffer) async throws(Fault) {
        try await up.send(item) { cancel() }
    }

    func next() async throws(Fault) -> ByteBuffer? {
        try await down.next { cancel() }
    }

    func finish() async throws(Fault) {
        up.finish()
    }

    func reply() async throws(Fault) -> ByteBuffer {
        up.finish()
        while try await next() != nil {}
        return try await withTaskCancellationHandler {
            await answer.value
        } onCancel: {
            cancel()
        }.get()
    }

    func cancel() {
        answer.cancel()
        up.cancel()
        down.cancel()
    }

    /// The service's side: when its task is cancelled while it waits, both directions end.
    private struct Served: ByteStream {
        let up: Pipe
        let down: Pipe

        func send(_ item: ByteBuffer) async throws(Fault) {
            try await down.send(item) { cancel() }
        }

        func next() async throws(Fault) -> ByteBuffer? {
            try await up.next { cancel() }
        }

        private func cancel() {
            up.cancel()
            down.cancel()
        }
    }
}
