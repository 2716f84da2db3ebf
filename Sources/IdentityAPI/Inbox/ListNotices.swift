public import Wire

/// Lists the notices in the caller's inbox, newest first (FR-34, FR-39, 2.8-inbox).
///
/// Leaves out those that the caller dismissed, and those of people who are not active or between
/// whom and the caller there is a block. Refuses with `identity.limit_invalid` at `/limit` and
/// `identity.cursor_invalid` at `/cursor`.
public struct ListNotices: Call, Limited {
    public static let id: CallID = 0x0149
    public static let effect = Effect.none
    public static let access = Access.signedIn
    public typealias Reply = Page<Notice>

    /// How many notices at most.
    public var limit: Int?
    /// Where the last page ended; absent for the first.
    public var cursor: String?

    public static let limits: FieldLimits = ["limit": .page]

    public init(limit: Int? = nil, cursor: String? = nil) {
        self.limit = limit
        self.cursor = cursor
    }
}
