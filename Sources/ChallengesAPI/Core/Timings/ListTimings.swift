public import Wire

/// The caller's timings, the newest first: those that run or are paused, or all (2.6-timing).
///
/// Refusals: `challenges.list_unknown` at `/list`, `challenges.limit_invalid` at `/limit`,
/// `challenges.cursor_invalid` at `/cursor`.
public struct ListTimings: Call, Limited {
    public static let id: CallID = 0x0271
    public static let effect = Effect.none
    public static let access = Access.signedIn

    /// Which timings; `live` when absent.
    public var list: Selection?
    /// How many timings at most.
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

    /// Which timings a list holds.
    public enum Selection: String, OpenEnum, CaseIterable {
        /// Those that run or are paused.
        case live
        /// All.
        case history
        /// A list of a later release.
        case unknown
    }
}
