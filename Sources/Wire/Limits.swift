/// The limits on what a peer may send. Sizes are in bytes.
public enum Limits {
    /// The longest frame during the handshake.
    public static let openingFrameBytesMax = 512
    /// The longest frame of a call or a reply, its header and context included.
    public static let frameBytesMax = 1_048_576
    /// The longest item of a stream.
    public static let itemBytesMax = 65_536
    /// The longest context of a call.
    public static let contextBytesMax = 8_192
    /// The deepest nesting of arrays, maps and tags.
    public static let depthMax = 32
    /// The most items of one array or map.
    public static let itemsMax = 65_536
    /// The longest text or byte string.
    public static let stringBytesMax = 1_048_576
    /// The maximum number of open calls on one connection.
    public static let callsMax = 1_024
    /// How many of them may be streams.
    public static let streamsMax = 64
    /// The credit of a new stream, in bytes of items.
    public static let streamCreditBytes = 262_144
    /// The credit of a new connection, for all its streams together: it covers theirs.
    public static let connectionCreditBytes = streamsMax * streamCreditBytes
    /// The maximum of unread item bytes that all connections of a process keep together.
    public static let unreadBytesMax = 67_108_864
    /// The maximum number of connected peers that are not authenticated.
    public static let unauthenticatedPeersMax = 64
}
