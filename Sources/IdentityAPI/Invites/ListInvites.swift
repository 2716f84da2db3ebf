public import Wire

/// Lists the caller's invites, newest first, also those that can no longer be used; 90 days after
/// an invite has expired, it is deleted.
///
/// Refuses with `identity.limit_invalid` at `/limit` and `identity.cursor_invalid` at `/cursor`.
public struct ListInvites: Call, Limited {
    public static let id: CallID = 0x0121
    public static let effect = Effect.none
    public static let access = Access.signedIn
    public typealias Reply = Page<Invite>

    /// The maximum number of invites; 20 when absent.
    public var limit: Int?
    /// The `nextCursor` of the previous page; absent for the first page.
    public var cursor: String?

    public static let limits: FieldLimits = ["limit": .page]

    public init(limit: Int? = nil, cursor: String? = nil) {
        self.limit = limit
        self.cursor = cursor
    }
}
