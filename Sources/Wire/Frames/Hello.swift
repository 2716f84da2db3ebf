import NIOCore

/// The protocol's versions that a process speaks, from the lowest to the highest.
public struct VersionRange: Hashable, Sendable {
    /// At least 1.
    public let lowest: UInt16
    /// Not below the lowest.
    public let highest: UInt16

    /// What this release speaks.
    public static let spoken = VersionRange(1...1)

    /// All versions of the range.
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
    /// What the client speaks.
    public let versions: VersionRange
    /// 32 random bytes.
    public let nonce: [UInt8]

    static let magic: UInt32 = 0x474E_544C

    /// - Parameters:
    ///   - versions: What the client speaks.
    ///   - nonce: 32 random bytes, fresh for each connection.
    public init(versions: VersionRange, nonce: [UInt8]) {
        self.versions = versions
        self.nonce = nonce
    }

    /// How it travels.
    public var frame: Frame {
        var body = ByteBuffer()
        body.writeMultipleIntegers(Self.magic, versions.lowest, versions.highest)
        body.writeBytes(nonce)
        return Frame(.hello, body: body)
    }

    /// Reads what a client sent. Throws `malformedOpening` for everything that is no hello.
    public init(_ frame: Frame) throws(FrameError) {
        var reader = try HandshakeReader(frame, kind: .hello)
        guard try reader.integer(as: UInt32.self) == Self.magic else { throw .malformedOpening }
        versions = try reader.versions()
        nonce = try reader.bytes(32)
        try reader.end()
    }
}

/// The server's first frame: lowest and highest version, the chosen one (2 bytes each; 0 where
/// none is common, and the connection closes), nonce (32 bytes).
public struct Welcome: Hashable, Sendable {
    /// What the server speaks.
    public let versions: VersionRange
    /// The highest version that both speak; 0 where there is none.
    public let chosen: UInt16
    /// 32 random bytes.
    public let nonce: [UInt8]

    /// - Parameters:
    ///   - versions: What the server speaks.
    ///   - chosen: The highest version that both speak, or 0.
    ///   - nonce: 32 random bytes, fresh for each connection.
    public init(versions: VersionRange, chosen: UInt16, nonce: [UInt8]) {
        self.versions = versions
        self.chosen = chosen
        self.nonce = nonce
    }

    /// How it travels.
    public var frame: Frame {
        var body = ByteBuffer()
        body.writeMultipleIntegers(versions.lowest, versions.highest, chosen)
        body.writeBytes(nonce)
        return Frame(.welcome, body: body)
    }

    /// Reads what a server sent. Throws `malformedOpening` for everything that is no welcome.
    public init(_ frame: Frame) throws(FrameError) {
        var reader = try HandshakeReader(frame, kind: .welcome)
        versions = try reader.versions()
        chosen = try reader.integer()
        nonce = try reader.bytes(32)
        try reader.end()
    }
}
