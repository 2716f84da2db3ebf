public import Identifiers
public import Wire

/// Streams every session that ends, within a second, for as long as the call is open.
///
/// The first item is always a heartbeat with the number of the newest revocation. Then come the
/// revocations after the requested number and each new one, with a heartbeat every 500
/// milliseconds. Numbers increase by one, so a gap shows that a revocation was missed. Revocations
/// are kept for 24 hours, longer than any access token lives. When the service stops, the call ends
/// with `wire.unavailable`; the gateway opens it again.
public struct WatchRevocations: StreamCall {
    public static let id: CallID = 0x0142
    public static let effect = Effect.none
    public static let access = Access.cluster([.gateway])
    public static let isEndless = true
    public typealias Up = Nothing
    public typealias Down = RevocationNotice
    public typealias Reply = Nothing

    /// The number of the last revocation that the caller knows; `nil` for new ones only.
    public var after: Int64?

    public init(after: Int64? = nil) {
        self.after = after
    }
}

/// A session that ended, or a heartbeat of the stream.
public struct RevocationNotice: Codable, Hashable, Sendable, StreamItem {
    /// The revocation's number, from 1. In a heartbeat, the number of the newest; 0 before the
    /// first.
    public let number: Int64
    /// The session that ended; `nil` in a heartbeat.
    public let session: SessionID?

    public init(number: Int64, session: SessionID?) {
        self.number = number
        self.session = session
    }
}
