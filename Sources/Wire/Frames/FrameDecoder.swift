public import NIOCore

/// Splits a stream of bytes into frames, without I/O, whatever the boundaries at which they arrive.
///
/// Invariant: after `next()` has returned `nil`, less than one frame is kept, and that frame's
/// length, if known, is within the limit.
public struct FrameDecoder: Sendable {
    /// The maximum of the length field that is currently accepted.
    public var limit: Int

    /// The beginning of an incomplete frame, in its own memory.
    private var begun = ByteBuffer()
    /// The unread part of what arrived last. Frames are slices of it.
    private var arrived = ByteBuffer()

    /// A frame shares the memory in which it arrived, unless that memory is larger than
    /// `sharedBytesMax` and larger than `pinningMax` times the frame: then the frame is copied.
    private static let (sharedBytesMax, pinningMax) = (65_536, 5)

    public init(limit: Int) {
        self.limit = limit
    }

    /// The number of bytes kept because their frame is not complete.
    public var waitingBytes: Int { begun.readableBytes + arrived.readableBytes }

    /// The amount of allocated memory, used or not.
    var capacity: Int { begun.storageCapacity + arrived.storageCapacity }

    /// Appends received bytes. Call it only after `next()` has returned `nil`.
    public mutating func append(_ bytes: ByteBuffer) {
        if arrived.readableBytes == 0 {
            arrived = bytes
        } else {
            arrived.writeImmutableBuffer(bytes)
        }
    }

    /// The next whole frame; `nil` until more bytes arrive. After an error nothing more can be
    /// read: the connection must be closed.
    ///
    /// Only the bytes of a split frame are copied, once each: linear in what arrives.
    public mutating func next() throws(FrameError) -> Frame? {
        guard begun.readableBytes == 0 else { return try completed() }
        let whole = try wholeBytes(of: arrived)
        guard let whole, arrived.readableBytes >= whole else {
            keep(reserving: whole ?? Frame.lengthBytes)
            return nil
        }
        guard var content = arrived.readSlice(length: whole) else { throw .truncated }
        // Lets the reader of the socket reuse its memory once nothing refers to it.
        if arrived.readableBytes == 0 { arrived = ByteBuffer() }
        if content.storageCapacity > Self.sharedBytesMax,
            whole * Self.pinningMax < content.storageCapacity
        {
            content = ByteBuffer(buffer: content)
        }
        return try Self.frame(content)
    }

    /// The size of the frame at the start of the buffer, including its length field; `nil` until
    /// that field is complete.
    private func wholeBytes(of buffer: ByteBuffer) throws(FrameError) -> Int? {
        guard let length = buffer.getInteger(at: buffer.readerIndex, as: UInt32.self) else {
            return nil
        }
        guard length <= limit else { throw .tooLong(Int(length), limit: limit) }
        guard length >= Frame.headerBytes else { throw .truncated }
        return Frame.lengthBytes + Int(length)
    }

    /// Keeps the beginning of a frame, reserving space for all of it.
    private mutating func keep(reserving capacity: Int) {
        guard arrived.readableBytes > 0 else { return }
        begun.reserveCapacity(capacity)
        begun.writeImmutableBuffer(arrived)
        arrived = ByteBuffer()
    }

    /// The frame whose beginning was kept; `nil` until it is complete.
    private mutating func completed() throws(FrameError) -> Frame? {
        guard move(upTo: Frame.lengthBytes), let whole = try wholeBytes(of: begun) else {
            return nil
        }
        begun.reserveCapacity(whole)
        guard move(upTo: whole) else { return nil }
        defer { begun = ByteBuffer() }
        return try Self.frame(begun)
    }

    /// Moves received bytes to the kept beginning until it has `count` bytes; returns `false` while
    /// there are too few.
    private mutating func move(upTo count: Int) -> Bool {
        let missing = count - begun.readableBytes
        guard missing > 0 else { return true }
        let slice = arrived.readSlice(length: min(missing, arrived.readableBytes))
        if let slice { begun.writeImmutableBuffer(slice) }
        if arrived.readableBytes == 0 { arrived = ByteBuffer() }
        return begun.readableBytes == count
    }

    /// Decodes a whole frame, including its length field.
    private static func frame(_ bytes: ByteBuffer) throws(FrameError) -> Frame {
        var content = bytes
        content.moveReaderIndex(forwardBy: Frame.lengthBytes)
        return try Frame(content: content)
    }
}
