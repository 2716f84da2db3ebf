public import NIOCore
public import Wire

/// One side of a stream, in bytes. Credit limits what the other side sends, so that neither side
/// keeps more than a window of it in memory.
public protocol ByteStream: Sendable {
    /// Sends one item of at most `Limits.itemBytesMax`; waits while there is no credit.
    func send(_ item: ByteBuffer) async throws(Fault)

    /// Sends items of at most `Limits.itemBytesMax` each, together if the credit allows it; waits
    /// until the last is sent.
    func send(contentsOf items: [ByteBuffer]) async throws(Fault)

    /// Returns the other side's next item; `nil` after its last.
    func next() async throws(Fault) -> ByteBuffer?
}

extension ByteStream {
    /// Sends the items one after the other.
    public func send(contentsOf items: [ByteBuffer]) async throws(Fault) {
        for item in items { try await send(item) }
    }
}

/// The caller's side of a stream: it also ends its own direction and takes the reply.
public protocol CallerByteStream: ByteStream {
    /// Ends this side's items.
    func finish() async throws(Fault)

    /// Returns the reply, after the service's last item. Unread items are dropped.
    func reply() async throws(Fault) -> ByteBuffer

    /// Cancels the call. Later uses of the stream fail with `wire.cancelled`.
    func cancel()
}

/// A stream call in progress, as its caller sees it.
public struct CallStream<C: StreamCall>: Sendable {
    private let bytes: any CallerByteStream

    public init(_ bytes: any CallerByteStream) {
        self.bytes = bytes
    }

    /// Sends an item; waits while the service gives no credit.
    public func send(_ item: C.Up) async throws(Fault) {
        try await bytes.send(encoded { () throws in try item.streamed() })
    }

    /// Ends this side's items.
    public func finish() async throws(Fault) {
        try await bytes.finish()
    }

    /// Returns the service's next item; `nil` after its last.
    public func next() async throws(Fault) -> C.Down? {
        guard let item = try await bytes.next() else { return nil }
        do {
            return try C.Down(streamed: item)
        } catch {
            throw WireError.bug.fault
        }
    }

    /// Returns the service's reply, once it has sent its last item.
    public func reply() async throws(Fault) -> C.Reply {
        try C.reply(from: await bytes.reply())
    }

    /// Returns the reply's bytes undecoded.
    public func replyBytes() async throws(Fault) -> ByteBuffer {
        try await bytes.reply()
    }

    /// Cancels the call.
    public func cancel() {
        bytes.cancel()
    }
}

/// A stream call in progress, as the service that answers it sees it.
public struct ServedStream<C: StreamCall>: Sendable {
    private let bytes: any ByteStream

    public init(_ bytes: any ByteStream) {
        self.bytes = bytes
    }

    /// Returns the caller's next item; `nil` after its last. Throws `wire.malformed` for an item
    /// that cannot be decoded.
    public func next() async throws(Fault) -> C.Up? {
        guard let item = try await bytes.next() else { return nil }
        do {
            return try C.Up(streamed: item)
        } catch {
            throw WireError.malformed.fault
        }
    }

    /// Sends an item; waits while the caller gives no credit.
    public func send(_ item: C.Down) async throws(Fault) {
        try await bytes.send(encoded { () throws in try item.streamed() })
    }

    /// Sends items, together if the caller's credit allows it. All of them are in memory until the
    /// last is sent: the sender must bound their number.
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
