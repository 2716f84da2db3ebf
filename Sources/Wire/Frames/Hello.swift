import NIOCore

/// The protocol versions that a process speaks, from the lowest to the highest.
public struct VersionRange: Hashable, Sendable {
    /// At least 1.
    public let lowest: UInt16
    /// Not below the lowest.
    public let highest: UInt16

    /// The versions that this release speaks.
    public static let spoken = VersionRange(1...1)

    /// Creates the range of all these versions.
    public init(_ range: ClosedRange<UInt16>) {
        lowest = range.lowerBound
        highest = range.upperBound
    }

    /// The highest version that both speak.
    public func highestCommon(with other: VersionRange) -> UInt16? {
        let highest = min(highest, other.highest)
        return highest >= max(lowest, other.lowest) ? highest : nil
    }
}

/// The first frame of a connection, client to server: `GNTL`, lowest and highest version (2 bytes
/// each), nonce (32 bytes).
public struct Hello: Hashable, Sendable {
    /// The versions that the client speaks.
    public let versions: VersionRange
    /// 32 random bytes.
    public let nonce: [UInt8]

    static let magic: UInt32 = 0x474E_544C

    /// - Parameters:
    ///   - versions: The versions that the client speaks.
    ///   - nonce: 32 random bytes, fresh for each connection.
    public init(versions: VersionRange, nonce: [UInt8]) {
        self.versions = versions
        self.nonce = nonce
    }

    /// The encoded frame.
    public var frame: Frame {
        var body = ByteBuffer()
        body.writeMultipleIntegers(Self.magic, versions.lowest, versions.highest)
        body.writeBytes(nonce)
        return Frame(.hello, body: body)
    }

    /// Decodes a client's frame. Throws `malformedOpening` when it is not a hello.
    public init(_ frame: Frame) throws(FrameError) {
        var reader = try HandshakeReader(frame, kind: .hello)
        guard try reader.integer(as: UInt32.self) == Self.magic else { throw .malformedOpening }
        versions = try reader.versions()
        nonce = try reader.bytes(32)
        try reader.end()
    }
}

/// The server's first frame: lowest and highest version, the chosen one (2 bytes each; 0 when there
/// is no common one, and the connection closes), nonce (32 bytes).
public struct Welcome: Hashable, Sendable {
    /// The versions that the server speaks.
    public let versions: VersionRange
    /// The highest version that both speak; 0 when there is none.
    public let chosen: UInt16
    /// 32 random bytes.
    public let nonce: [UInt8]

    /// - Parameters:
    ///   - versions: The versions that the server speaks.
    ///   - chosen: The highest version that both speak, or 0.
    ///   - nonce: 32 random bytes, fresh for each connection.
    public init(versions: VersionRange, chosen: UInt16, nonce: [UInt8]) {
        self.versions = versions
        self.chosen = chosen
        self.nonce = nonce
    }

    /// The encoded frame.
    public var frame: Frame {
        var body = ByteBuffer()
        body.writeMultipleIntegers(versions.lowest, versions.highest, chosen)
        body.writeBytes(nonce)
        return Frame(.welcome, body: body)
    }

    /// Decodes a server's frame. Throws `malformedOpening` when it is not a welcome.
    public init(_ frame: Frame) throws(FrameError) {
        var reader = try HandshakeReader(frame, kind: .welcome)
        versions = try reader.versions()
        chosen = try reader.integer()
        nonce = try reader.bytes(32)
        try reader.end()
    }
}
