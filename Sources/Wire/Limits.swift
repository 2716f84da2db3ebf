/// How much a peer may send before it is refused. Sizes are in bytes.
public enum Limits {
    /// The longest frame before a peer has proved itself.
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
    /// How many calls may be open on one connection.
    public static let callsMax = 1_024
    /// How many of them may be streams.
    public static let streamsMax = 64
    /// The credit of a new stream, in bytes of items.
    public static let streamCreditBytes = 262_144
    /// The credit of a new connection, for all its streams together: it covers theirs.
    public static let connectionCreditBytes = streamsMax * streamCreditBytes
    /// How many bytes of items all connections of a process together may keep that nobody has taken.
    public static let unreadBytesMax = 67_108_864
    /// How many peers may be connected that have not proved themselves.
    public static let unauthenticatedPeersMax = 64
}
