public import Identifiers
public import Wire

/// Hears of every session that ends, within a second, for as long as the call is open.
///
/// The first item is always a heartbeat with the number of the newest revocation; then come those
/// after the asked number, then each new one, with a heartbeat every 500 milliseconds. Numbers
/// rise by one, so a gap shows that something was missed; revocations are kept for 24 hours,
/// which is longer than any access token lives. When the service stops, the call ends with
/// `wire.unavailable`, to be opened again.
public struct WatchRevocations: StreamCall {
    public static let id: CallID = 0x0142
    public static let effect = Effect.none
    public static let access = Access.cluster([.gateway])
    public static let isEndless = true
    public typealias Up = Nothing
    public typealias Down = RevocationNotice
    public typealias Reply = Nothing

    /// The number of the last revocation that the asker knows; `nil` to hear of new ones only.
    public var after: Int64?

    public init(after: Int64? = nil) {
        self.after = after
    }
}

/// A session that ended, or a sign that the stream is alive.
public struct RevocationNotice: Codable, Hashable, Sendable, StreamItem {
    /// The revocation's number, from 1; in a heartbeat the number of the newest, 0 before the
    /// first.
    public let number: Int64
    /// The session that ended; `nil` in a heartbeat.
    public let session: SessionID?

    public init(number: Int64, session: SessionID?) {
        self.number = number
        self.session = session
    }
}
