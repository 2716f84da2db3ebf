public import NIOCore

/// Cuts a stream of bytes into frames, without I/O, at whatever boundaries the bytes arrive.
///
/// Invariant: after `next()` has returned `nil`, less than one frame is kept, and that frame's
/// length, where it is known, is within the limit.
public struct FrameDecoder: Sendable {
    /// The longest frame, by its length field, that is accepted at present.
    public var limit: Int

    private var buffer = ByteBuffer()

    public init(limit: Int) {
        self.limit = limit
    }

    /// Bytes that are kept because their frame is not complete.
    public var waitingBytes: Int { buffer.readableBytes }

    /// How much memory is held, whatever of it is in use.
    var capacity: Int { buffer.storageCapacity }

    /// Adds what arrived. To be called once `next()` has returned `nil`.
    ///
    /// What was read is let go of first, else a stream whose segments never end with a frame would
    /// be kept whole. The rest is of one frame, and is moved once for it: linear in what arrives.
    public mutating func append(_ bytes: ByteBuffer) {
        guard buffer.readableBytes > 0 else {
            buffer = bytes
            return
        }
        if buffer.readerIndex > 0 {
            moveToFront(reserving: max(buffer.readableBytes + bytes.readableBytes, expected))
        }
        buffer.writeImmutableBuffer(bytes)
    }

    /// How long the frame is of which the first bytes wait; 0 while that is unknown.
    private var expected: Int {
        guard let length = buffer.getInteger(at: buffer.readerIndex, as: UInt32.self),
            length <= limit
        else { return 0 }
        return Frame.lengthBytes + Int(length)
    }

    /// The next whole frame; `nil` until more bytes arrive. After an error nothing further can be
    /// read: the connection must be closed.
    public mutating func next() throws(FrameError) -> Frame? {
        guard let length = buffer.getInteger(at: buffer.readerIndex, as: UInt32.self) else {
            return nil
        }
        guard length <= limit else { throw .tooLong(Int(length), limit: limit) }
        guard length >= Frame.headerBytes else { throw .truncated }
        let whole = Frame.lengthBytes + Int(length)
        guard buffer.readableBytes >= whole else {
            makeRoom(for: whole)
            return nil
        }
        buffer.moveReaderIndex(forwardBy: Frame.lengthBytes)
        guard let content = buffer.readSlice(length: Int(length)) else { throw .truncated }
        return try Frame(content: content)
    }

    /// Allocates once for the rest of a long frame, instead of doubling on the way.
    private mutating func makeRoom(for whole: Int) {
        guard buffer.capacity - buffer.readerIndex < whole else { return }
        moveToFront(reserving: whole)
    }

    /// Moves what waits to memory of its own.
    private mutating func moveToFront(reserving capacity: Int) {
        var fresh = ByteBuffer()
        fresh.reserveCapacity(capacity)
        fresh.writeImmutableBuffer(buffer)
        buffer = fresh
    }
}
