public import Wire

/// The caller's goals, the newest first (CH-18, CH-19): those that are active or paused, or all.
///
/// Refusals: `challenges.list_unknown` at `/list`, `challenges.limit_invalid` at `/limit`,
/// `challenges.cursor_invalid` at `/cursor`.
public struct ListGoals: Call, Limited {
    public static let id: CallID = 0x0281
    public static let effect = Effect.none
    public static let access = Access.signedIn

    /// Which goals; `active` when absent.
    public var list: Selection?
    /// How many goals at most.
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

    /// Which goals a list holds.
    public enum Selection: String, OpenEnum, CaseIterable {
        /// Those that are not over.
        case active
        /// All.
        case history
        /// A list of a later release.
        case unknown
    }
}
