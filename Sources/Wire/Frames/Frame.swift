public import NIOCore

/// One message of the protocol.
///
/// All numbers are big endian:
///
/// | bytes | content |
/// |---|---|
/// | 4 | length: how many bytes follow it, at least 6 |
/// | 1 | kind (`FrameKind`) |
/// | 1 | flags (`FrameFlags`) |
/// | 4 | id: of the call, 1 to 2³¹ − 1; of a ping, any; of a credit, the call or 0; otherwise 0 |
/// | 2 | only in a call: its number (`CallID`) |
/// | 2 | only in a call: the length of its context |
/// | … | only in a call: its context, a CBOR map |
/// | … | the body, to the end |
///
/// The length is checked against the current limit before anything is allocated:
/// `Limits.openingFrameBytesMax` during the handshake, `Limits.frameBytesMax` afterwards. An item's
/// body has at most `Limits.itemBytesMax`.
public struct Frame: Hashable, Sendable {
    /// The kind of the frame.
    public var kind: FrameKind
    /// The flags; the kind determines which are allowed.
    public var flags: FrameFlags
    /// The id of the call or ping, or 0.
    public var id: UInt32
    /// The number of the call; 0 in every other kind.
    public var number: CallID
    /// The context of a call; empty in every other kind.
    public var context: ByteBuffer
    /// The content, depending on the kind: CBOR, an item's bytes, a number of bytes, or nothing.
    public var body: ByteBuffer

    /// Creates a frame; leave out what its kind does not have.
    public init(
        _ kind: FrameKind,
        id: UInt32 = 0,
        flags: FrameFlags = [],
        number: CallID = 0,
        context: ByteBuffer = ByteBuffer(),
        body: ByteBuffer = ByteBuffer()
    ) {
        self.kind = kind
        self.flags = flags
        self.id = id
        self.number = number
        self.context = context
        self.body = body
    }

    /// Allows the other side to send more bytes of items, on one stream or (0) on all together.
    public static func credit(_ bytes: Int, id: UInt32) -> Frame {
        Frame(.credit, id: id, body: ByteBuffer(integer: UInt32(bytes)))
    }

    /// The size of the length field itself.
    static let lengthBytes = 4
    /// The size of the header that every frame has: kind, flags, id.
    static let headerBytes = 6
    /// The size of a call's additional header: number, length of the context.
    static let callHeaderBytes = 4
    /// The highest id of a call.
    public static let callIDMax: UInt32 = 0x7FFF_FFFF
}

extension Frame {
    /// The value of the length field.
    public var length: Int {
        let header = kind == .call ? Self.headerBytes + Self.callHeaderBytes : Self.headerBytes
        return header + context.readableBytes + body.readableBytes
    }

    /// Writes everything before the body.
    ///
    /// - Precondition: A call's context has at most `Limits.contextBytesMax`.
    public func writeHead(into buffer: inout ByteBuffer) {
        write(into: &buffer, withBody: false)
    }

    /// Writes the whole frame.
    ///
    /// - Precondition: A call's context has at most `Limits.contextBytesMax`.
    public func write(into buffer: inout ByteBuffer) {
        write(into: &buffer, withBody: true)
    }

    /// Writes in one step, because a `ByteBuffer` checks its storage again for every single write.
    private func write(into buffer: inout ByteBuffer, withBody: Bool) {
        let length = length
        let bytes = Self.lengthBytes + length - (withBody ? 0 : body.readableBytes)
        unsafe buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: bytes) { memory in
            func put<Number: FixedWidthInteger>(_ number: Number, at offset: Int) {
                unsafe memory.storeBytes(
                    of: number.bigEndian,
                    toByteOffset: offset,
                    as: Number.self
                )
            }
            func put(_ content: ByteBuffer, at offset: Int) {
                unsafe content.withUnsafeReadableBytes {
                    unsafe UnsafeMutableRawBufferPointer(rebasing: memory[offset...])
                        .copyMemory(from: $0)
                }
            }
            put(UInt32(length), at: 0)
            put(kind.rawValue, at: 4)
            put(flags.rawValue, at: 5)
            put(id, at: 6)
            if kind == .call {
                put(number.rawValue, at: 10)
                put(UInt16(context.readableBytes), at: 12)
                put(context, at: 14)
            }
            if withBody { put(body, at: bytes - body.readableBytes) }
            return bytes
        }
    }

    /// The encoded frame.
    public var bytes: ByteBuffer {
        var buffer = ByteBuffer()
        buffer.reserveCapacity(Self.lengthBytes + length)
        write(into: &buffer)
        return buffer
    }

    /// Decodes what follows the length field.
    init(content bytes: ByteBuffer) throws(FrameError) {
        var bytes = bytes
        guard
            let (kindByte, flagByte, id) = bytes.readMultipleIntegers(
                as: (UInt8, UInt8, UInt32).self
            )
        else { throw .truncated }
        guard let kind = FrameKind(rawValue: kindByte) else { throw .unknownKind(kindByte) }
        let flags = FrameFlags(rawValue: flagByte)
        guard flags.isSubset(of: kind.flags) else { throw .unknownFlags(flagByte) }
        guard !kind.isOfCall || (1...Self.callIDMax).contains(id) else { throw .idOutOfRange(id) }
        self.init(kind, id: id, flags: flags)
        if kind == .call {
            guard
                let (number, contextBytes) = bytes.readMultipleIntegers(as: (UInt16, UInt16).self),
                let context = bytes.readSlice(length: Int(contextBytes))
            else { throw .truncated }
            guard context.readableBytes <= Limits.contextBytesMax else {
                throw .contextTooLong(context.readableBytes)
            }
            self.number = CallID(rawValue: number)
            self.context = context
        }
        if let exact = kind.bodyBytes, bytes.readableBytes != exact {
            throw .wrongBody(kind, bytes.readableBytes)
        }
        if kind == .item, bytes.readableBytes > Limits.itemBytesMax {
            throw .wrongBody(kind, bytes.readableBytes)
        }
        body = bytes
    }

    /// The number of bytes that a credit frame grants.
    public var creditBytes: Int {
        Int(body.getInteger(at: body.readerIndex, as: UInt32.self) ?? 0)
    }
}

/// Why bytes are not a frame. Each of these errors closes the connection.
public enum FrameError: Error, Hashable {
    /// The length field exceeds the current limit.
    case tooLong(Int, limit: Int)
    /// The length field is less than a header, or a header is shorter than its kind needs.
    case truncated
    /// A kind that this release does not know.
    case unknownKind(UInt8)
    /// Flags that the kind does not allow.
    case unknownFlags(UInt8)
    /// A frame of a call whose id is 0 or above 2³¹ − 1.
    case idOutOfRange(UInt32)
    /// A context of more than `Limits.contextBytesMax`.
    case contextTooLong(Int)
    /// The body's length is not what the kind requires, or an item is too long.
    case wrongBody(FrameKind, Int)
    /// The body of a handshake frame cannot be decoded.
    case malformedOpening
}
