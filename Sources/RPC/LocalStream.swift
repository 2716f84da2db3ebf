import NIOCore
import Wire

/// A stream call that is answered in the same process.
struct LocalStream: CallerByteStream {
    private let up = Pipe()
    private let down = Pipe()
    private let answer: Task<Result<ByteBuffer, Fault>, Never>

    /// Starts the handler beside the caller.
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
            await up.finish(end)
            await down.finish(end)
            return result
        }
    }

    func send(_ item: ByteBuffer) async throws(Fault) {
        try await up.send(item)
    }

    func next() async throws(Fault) -> ByteBuffer? {
        try await down.next()
    }

    func finish() async throws(Fault) {
        await up.finish()
    }

    func reply() async throws(Fault) -> ByteBuffer {
        await up.finish()
        while try await down.next() != nil {}
        return try await answer.value.get()
    }

    func cancel() {
        answer.cancel()
        Task { [up, down] in
            await up.finish(.failure(WireError.cancelled.fault))
            await down.finish(.failure(WireError.cancelled.fault))
        }
    }

    /// The answering side.
    private struct Served: ByteStream {
        let up: Pipe
        let down: Pipe

        func send(_ item: ByteBuffer) async throws(Fault) {
            try await down.send(item)
        }

        func next() async throws(Fault) -> ByteBuffer? {
            try await up.next()
        }
    }
}
