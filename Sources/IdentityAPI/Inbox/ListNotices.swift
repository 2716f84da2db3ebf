public import Wire

/// Lists the notices in the caller's inbox, newest first (2.8-inbox).
///
/// Leaves out notices that the caller dismissed, and those whose actor's account is inactive or
/// whose actor and the caller are a blocked pair. Refuses with `identity.limit_invalid` at `/limit`
/// and `identity.cursor_invalid` at `/cursor`.
public struct ListNotices: Call, Limited {
    public static let id: CallID = 0x0149
    public static let effect = Effect.none
    public static let access = Access.signedIn
    public typealias Reply = Page<Notice>

    /// The maximum number of notices.
    public var limit: Int?
    /// The `nextCursor` of the previous page; absent for the first page.
    public var cursor: String?

    public static let limits: FieldLimits = ["limit": .page]

    public init(limit: Int? = nil, cursor: String? = nil) {
        self.limit = limit
        self.cursor = cursor
    }
}
