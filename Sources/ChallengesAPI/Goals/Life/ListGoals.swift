public import Wire

/// Lists the caller's goals, the latest made first: the active and paused ones, or all.
///
/// Refusals: `challenges.list_unknown` at `/list`, `challenges.limit_invalid` at `/limit`,
/// `challenges.cursor_invalid` at `/cursor`.
public struct ListGoals: Call, Limited {
    public static let id: CallID = 0x0281
    public static let effect = Effect.none
    public static let access = Access.signedIn

    /// The list; `active` when absent.
    public var list: Selection?
    /// The maximum number of goals; 20 when absent.
    public var limit: Int?
    /// The `nextCursor` of the previous page.
    public var cursor: String?

    public static let limits: FieldLimits = ["limit": .page]

    public init(list: Selection? = nil, limit: Int? = nil, cursor: String? = nil) {
        self.list = list
        self.limit = limit
        self.cursor = cursor
    }

    public typealias Reply = Page<Goal>

    /// A list of goals.
    public enum Selection: String, OpenEnum, CaseIterable {
        /// Goals that are not over.
        case active
        /// All goals.
        case history
        /// A list of a later release.
        case unknown
    }
}
