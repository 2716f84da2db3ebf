import NIOCore

/// The client's proof that it has the cluster's key: its own name, the service that it wants, its
/// build, the key's id (each 1 byte of length and UTF-8), then the MAC (32 bytes).
public struct ClientProof: Hashable, Sendable {
    /// The connecting process, as a `ServiceName`.
    public let name: String
    /// The requested service, as a `ServiceName`.
    public let service: String
    /// The release of the client, for the logs.
    public let build: String
    /// The id of the key that the MAC was made with.
    public let keyID: String
    /// HMAC-SHA-256 over the transcript; 32 bytes.
    public let mac: [UInt8]

    public init(name: String, service: String, build: String, keyID: String, mac: [UInt8]) {
        self.name = name
        self.service = service
        self.build = build
        self.keyID = keyID
        self.mac = mac
    }

    public var frame: Frame {
        var body = ByteBuffer()
        for text in [name, service, build, keyID] { body.writeShortText(text) }
        body.writeBytes(mac)
        return Frame(.proof, body: body)
    }

    public init(_ frame: Frame) throws(FrameError) {
        var reader = try HandshakeReader(frame, kind: .proof)
        name = try reader.shortText()
        service = try reader.shortText()
        build = try reader.shortText()
        keyID = try reader.shortText()
        mac = try reader.bytes(32)
        try reader.end()
    }
}

/// The server's proof, sent only to an authenticated client: its service and build (each 1 byte of
/// length and UTF-8), its limits (6 × 4 bytes), then the MAC (32 bytes), made with the key that the
/// client named.
public struct ServerProof: Hashable, Sendable {
    /// The answering process, as a `ServiceName`.
    public let service: String
    /// The release of the server, for the logs.
    public let build: String
    /// The limits of the connection.
    public let limits: ConnectionLimits
    /// HMAC-SHA-256 over the transcript; 32 bytes.
    public let mac: [UInt8]

    public init(service: String, build: String, limits: ConnectionLimits, mac: [UInt8]) {
        self.service = service
        self.build = build
        self.limits = limits
        self.mac = mac
    }

    public var frame: Frame {
        var body = ByteBuffer()
        body.writeShortText(service)
        body.writeShortText(build)
        for limit in limits.fields { body.writeInteger(limit) }
        body.writeBytes(mac)
        return Frame(.proof, body: body)
    }

    public init(_ frame: Frame) throws(FrameError) {
        var reader = try HandshakeReader(frame, kind: .proof)
        service = try reader.shortText()
        build = try reader.shortText()
        limits = ConnectionLimits(
            frameBytes: try reader.integer(),
            itemBytes: try reader.integer(),
            calls: try reader.integer(),
            streams: try reader.integer(),
            streamCreditBytes: try reader.integer(),
            connectionCreditBytes: try reader.integer()
        )
        mac = try reader.bytes(32)
        try reader.end()
    }
}

/// A server's limits for one connection, in the order in which its proof lists them.
public struct ConnectionLimits: Hashable, Sendable {
    /// The maximum length of a frame.
    public var frameBytes = UInt32(Limits.frameBytesMax)
    /// The maximum length of an item.
    public var itemBytes = UInt32(Limits.itemBytesMax)
    /// The maximum number of open calls.
    public var calls = UInt32(Limits.callsMax)
    /// How many of them may be streams.
    public var streams = UInt32(Limits.streamsMax)
    /// The credit of each new stream, in both directions.
    public var streamCreditBytes = UInt32(Limits.streamCreditBytes)
    /// The credit of the connection, in both directions.
    public var connectionCreditBytes = UInt32(Limits.connectionCreditBytes)

    /// The protocol's own limits.
    public static let standard = ConnectionLimits()

    /// The number of streams that a client opens: only as many as the connection's credit covers,
    /// so that none waits for another's reader.
    public var streamsCovered: Int {
        min(Int(streams), Int(connectionCreditBytes / max(1, streamCreditBytes)))
    }

    var fields: [UInt32] {
        [frameBytes, itemBytes, calls, streams, streamCreditBytes, connectionCreditBytes]
    }
}

extension ByteBuffer {
    /// Writes a text truncated to 64 bytes, so that a proof stays within the limit of handshake
    /// frames.
    mutating func writeShortText(_ text: String) {
        let bytes = text.utf8.prefix(64)
        writeInteger(UInt8(bytes.count))
        writeBytes(bytes)
    }
}

/// Reads the body of a handshake frame to its last byte.
struct HandshakeReader {
    private var body: ByteBuffer

    init(_ frame: Frame, kind: FrameKind) throws(FrameError) {
        guard frame.kind == kind, frame.id == 0 else { throw .malformedOpening }
        body = frame.body
    }

    mutating func integer<Number: FixedWidthInteger>(
        as type: Number.Type = Number.self
    ) throws(FrameError) -> Number {
        guard let number = body.readInteger(as: type) else { throw .malformedOpening }
        return number
    }

    mutating func versions() throws(FrameError) -> VersionRange {
        let lowest: UInt16 = try integer()
        let highest: UInt16 = try integer()
        guard lowest >= 1, lowest <= highest else { throw .malformedOpening }
        return VersionRange(lowest...highest)
    }

    mutating func bytes(_ count: Int) throws(FrameError) -> [UInt8] {
        guard let bytes = body.readBytes(length: count) else { throw .malformedOpening }
        return bytes
    }

    mutating func shortText() throws(FrameError) -> String {
        let bytes = try bytes(Int(integer(as: UInt8.self)))
        guard bytes.count <= 64, let text = String(validating: bytes, as: UTF8.self) else {
            throw .malformedOpening
        }
        return text
    }

    func end() throws(FrameError) {
        guard body.readableBytes == 0 else { throw .malformedOpening }
    }
}
