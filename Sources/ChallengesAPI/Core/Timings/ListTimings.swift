public import Wire

/// Lists the caller's timings, newest first: the running and paused ones, or all (2.6-timing).
///
/// Refusals: `challenges.list_unknown` at `/list`, `challenges.limit_invalid` at `/limit`,
/// `challenges.cursor_invalid` at `/cursor`.
public struct ListTimings: Call, Limited {
    public static let id: CallID = 0x0271
    public static let effect = Effect.none
    public static let access = Access.signedIn

    /// The list; `live` when absent.
    public var list: Selection?
    /// The maximum number of timings on the page.
    public var limit: Int?
    /// The `nextCursor` of the previous page.
    public var cursor: String?

    public static let limits: FieldLimits = ["limit": .page]

    public init(list: Selection? = nil, limit: Int? = nil, cursor: String? = nil) {
        self.list = list
        self.limit = limit
        self.cursor = cursor
    }

    public typealias Reply = Page<Timing>

    /// A list of timings.
    public enum Selection: String, OpenEnum, CaseIterable {
        /// The running and paused timings.
        case live
        /// All timings.
        case history
        /// A list of a later release.
        case unknown
    }
}
