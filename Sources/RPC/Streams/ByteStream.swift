public import NIOCore
public import Wire

/// One side of a stream, in bytes. What the other side sends is held back by credit, so that
/// neither side keeps more than a window of it in memory.
public protocol ByteStream: Sendable {
    /// Sends one item of at most `Limits.itemBytesMax`; waits while the other side gives no credit.
    func send(_ item: ByteBuffer) async throws(Fault)

    /// Sends items of at most `Limits.itemBytesMax` each, together where the credit allows it;
    /// waits until the last is sent.
    func send(contentsOf items: [ByteBuffer]) async throws(Fault)

    /// The next item of the other side; `nil` when it has sent its last.
    func next() async throws(Fault) -> ByteBuffer?
}

extension ByteStream {
    /// One after the other.
    public func send(contentsOf items: [ByteBuffer]) async throws(Fault) {
        for item in items { try await send(item) }
    }
}

/// The asking side of a stream: it also ends its own direction and takes the reply.
public protocol CallerByteStream: ByteStream {
    /// Says that no further item follows.
    func finish() async throws(Fault)

    /// The reply, after the service's last item. Items that were not read are dropped.
    func reply() async throws(Fault) -> ByteBuffer

    /// Gives the call up. Later uses of the stream fail with `wire.cancelled`.
    func cancel()
}

/// A call in progress, from the side of whoever asked.
public struct CallStream<C: StreamCall>: Sendable {
    private let bytes: any CallerByteStream

    public init(_ bytes: any CallerByteStream) {
        self.bytes = bytes
    }

    /// Sends an item; waits while the service gives no credit.
    public func send(_ item: C.Up) async throws(Fault) {
        try await bytes.send(encoded { () throws in try item.streamed() })
    }

    /// Says that no further item follows.
    public func finish() async throws(Fault) {
        try await bytes.finish()
    }

    /// The service's next item; `nil` after its last.
    public func next() async throws(Fault) -> C.Down? {
        guard let item = try await bytes.next() else { return nil }
        do {
            return try C.Down(streamed: item)
        } catch {
            throw WireError.bug.fault
        }
    }

    /// The service's answer, once it has sent its last item.
    public func reply() async throws(Fault) -> C.Reply {
        let reply = try await bytes.reply()
        do {
            return try WireDecoder().decode(C.Reply.self, from: reply)
        } catch {
            throw WireError.bug.fault
        }
    }

    /// The answer's bytes as they came.
    public func replyBytes() async throws(Fault) -> ByteBuffer {
        try await bytes.reply()
    }

    /// Gives the call up.
    public func cancel() {
        bytes.cancel()
    }
}

/// A call in progress, from the side of the service that answers it.
public struct ServedStream<C: StreamCall>: Sendable {
    private let bytes: any ByteStream

    public init(_ bytes: any ByteStream) {
        self.bytes = bytes
    }

    /// The asker's next item; `nil` after its last. An item that cannot be read is
    /// `wire.malformed`.
    public func next() async throws(Fault) -> C.Up? {
        guard let item = try await bytes.next() else { return nil }
        do {
            return try C.Up(streamed: item)
        } catch {
            throw WireError.malformed.fault
        }
    }

    /// Sends an item; waits while the asker gives no credit.
    public func send(_ item: C.Down) async throws(Fault) {
        try await bytes.send(encoded { () throws in try item.streamed() })
    }

    /// Sends items, together where the asker's credit allows it. All of them are in memory until
    /// the last is sent: their sender bounds how many.
    public func send(contentsOf items: [C.Down]) async throws(Fault) {
        var all: [ByteBuffer] = []
        for item in items { all.append(try encoded { () throws in try item.streamed() }) }
        try await bytes.send(contentsOf: all)
    }
}

private func encoded(_ encode: () throws -> ByteBuffer) throws(Fault) -> ByteBuffer {
    do {
        return try encode()
    } catch {
        throw WireError.bug.fault
    }
}
