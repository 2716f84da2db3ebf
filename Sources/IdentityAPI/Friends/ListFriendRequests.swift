public import Wire

/// Lists the open friend requests that the caller has received or sent, newest first.
///
/// Silently declined requests stay among the sent ones for 30 days (2.8-silent). Requests from and
/// to inactive accounts are left out (2.11-standing). Refuses with `identity.direction_invalid` at
/// `/direction`, `identity.limit_invalid` at `/limit` and `identity.cursor_invalid` at `/cursor`.
public struct ListFriendRequests: Call, Limited {
    public static let id: CallID = 0x010A
    public static let effect = Effect.none
    public static let access = Access.signedIn
    public typealias Reply = Page<FriendRequest>

    /// Whether to list received or sent requests.
    public var direction: Direction
    /// The maximum number of requests.
    public var limit: Int?
    /// The `nextCursor` of the previous page; absent for the first page.
    public var cursor: String?

    public static let limits: FieldLimits = ["limit": .page]

    public init(direction: Direction, limit: Int? = nil, cursor: String? = nil) {
        self.direction = direction
        self.limit = limit
        self.cursor = cursor
    }

    /// Whether to list received or sent requests.
    public enum Direction: String, OpenEnum, CaseIterable {
        /// Received by the caller.
        case incoming
        /// Sent by the caller.
        case outgoing
        /// A direction that this release does not know; it is refused.
        case unknown
    }
}
