public import NIOCore
public import Values

/// The stored reply to a repeated write, with the time of the first reply (2.14-write-id).
///
/// On the wire: tag 0xC703 over an array of that time and the reply. Sent only if the call's
/// context asks for it; any other reply is sent as it is.
public struct RepeatedReply: Hashable, Sendable {
    /// When the write was first answered.
    public let firstGiven: Instant
    /// The encoded reply.
    public let reply: ByteBuffer

    public init(_ reply: ByteBuffer, firstGiven: Instant) {
        self.reply = reply
        self.firstGiven = firstGiven
    }

    /// The tag, and the head of an array of two.
    private static let head: [UInt8] = [0xD9, 0xC7, 0x03, 0x82]
    /// The bytes of an instant before its number.
    private static let instantTagBytes = 3

    /// Parses what `encoded` wrote; `nil` for an ordinary reply.
    public init?(encoded bytes: ByteBuffer) {
        var bytes = bytes
        guard let first: UInt8 = bytes.getInteger(at: bytes.readerIndex), first == Self.head[0],
            bytes.readBytes(length: Self.head.count) == Self.head,
            let number: UInt8 = bytes.getInteger(at: bytes.readerIndex + Self.instantTagBytes)
        else { return nil }
        let argumentBytes =
            switch number & 0x1F {
            case 24: 1
            case 25: 2
            case 26: 4
            case 27: 8
            default: 0
            }
        guard let instant = bytes.readSlice(length: Self.instantTagBytes + 1 + argumentBytes),
            let firstGiven = try? WireDecoder().decode(Instant.self, from: instant)
        else { return nil }
        self.init(bytes, firstGiven: firstGiven)
    }

    /// The bytes on the wire.
    public func encoded() throws(WireEncodingError) -> ByteBuffer {
        var bytes = ByteBuffer(bytes: Self.head)
        bytes.writeImmutableBuffer(try WireEncoder().encode(firstGiven))
        bytes.writeImmutableBuffer(reply)
        return bytes
    }
}
