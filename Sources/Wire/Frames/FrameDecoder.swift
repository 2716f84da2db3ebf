public import NIOCore

/// Cuts a stream of bytes into frames, without I/O, at whatever boundaries the bytes arrive.
///
/// Invariant: after `next()` has returned `nil`, less than one frame is kept, and that frame's
/// length, where it is known, is within the limit.
public struct FrameDecoder: Sendable {
    /// The longest frame, by its length field, that is accepted at present.
    public var limit: Int

    /// The beginning of a frame whose rest has not arrived, in memory of its own.
    private var begun = ByteBuffer()
    /// What arrived last and was not read yet. Frames are cut out of it where they lie.
    private var arrived = ByteBuffer()

    /// A frame keeps the memory in which it arrived, unless that is longer than this, and longer
    /// than so many times the frame: then it moves to memory of its own.
    private static let (sharedBytesMax, pinningMax) = (65_536, 5)

    public init(limit: Int) {
        self.limit = limit
    }

    /// Bytes that are kept because their frame is not complete.
    public var waitingBytes: Int { begun.readableBytes + arrived.readableBytes }

    /// How much memory is held, whatever of it is in use.
    var capacity: Int { begun.storageCapacity + arrived.storageCapacity }

    /// Adds what arrived. To be called once `next()` has returned `nil`.
    public mutating func append(_ bytes: ByteBuffer) {
        if arrived.readableBytes == 0 {
            arrived = bytes
        } else {
            arrived.writeImmutableBuffer(bytes)
        }
    }

    /// The next whole frame; `nil` until more bytes arrive. After an error nothing further can be
    /// read: the connection must be closed.
    ///
    /// Only the bytes of a frame that was cut are moved, once each: linear in what arrives.
    public mutating func next() throws(FrameError) -> Frame? {
        guard begun.readableBytes == 0 else { return try completed() }
        let whole = try wholeBytes(of: arrived)
        guard let whole, arrived.readableBytes >= whole else {
            keep(reserving: whole ?? Frame.lengthBytes)
            return nil
        }
        guard var content = arrived.readSlice(length: whole) else { throw .truncated }
        // What read the bytes may use their memory again once nobody holds them.
        if arrived.readableBytes == 0 { arrived = ByteBuffer() }
        if content.storageCapacity > Self.sharedBytesMax,
            whole * Self.pinningMax < content.storageCapacity
        {
            content = ByteBuffer(buffer: content)
        }
        return try Self.frame(content)
    }

    /// How long the frame is that begins here, its length field included; `nil` while that field
    /// is not whole.
    private func wholeBytes(of buffer: ByteBuffer) throws(FrameError) -> Int? {
        guard let length = buffer.getInteger(at: buffer.readerIndex, as: UInt32.self) else {
            return nil
        }
        guard length <= limit else { throw .tooLong(Int(length), limit: limit) }
        guard length >= Frame.headerBytes else { throw .truncated }
        return Frame.lengthBytes + Int(length)
    }

    /// Keeps the beginning of a frame, with room for all of it.
    private mutating func keep(reserving capacity: Int) {
        guard arrived.readableBytes > 0 else { return }
        begun.reserveCapacity(capacity)
        begun.writeImmutableBuffer(arrived)
        arrived = ByteBuffer()
    }

    /// The frame whose beginning was kept.
    private mutating func completed() throws(FrameError) -> Frame? {
        guard move(upTo: Frame.lengthBytes), let whole = try wholeBytes(of: begun) else {
            return nil
        }
        begun.reserveCapacity(whole)
        guard move(upTo: whole) else { return nil }
        defer { begun = ByteBuffer() }
        return try Self.frame(begun)
    }

    /// Moves what arrived behind the beginning that was kept, until that has so many bytes;
    /// `false` while it has not.
    private mutating func move(upTo count: Int) -> Bool {
        let missing = count - begun.readableBytes
        guard missing > 0 else { return true }
        let slice = arrived.readSlice(length: min(missing, arrived.readableBytes))
        if let slice { begun.writeImmutableBuffer(slice) }
        if arrived.readableBytes == 0 { arrived = ByteBuffer() }
        return begun.readableBytes == count
    }

    /// Reads a whole frame, the length field included.
    private static func frame(_ bytes: ByteBuffer) throws(FrameError) -> Frame {
        var content = bytes
        content.moveReaderIndex(forwardBy: Frame.lengthBytes)
        return try Frame(content: content)
    }
}
