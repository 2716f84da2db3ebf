public import Wire

/// What the caller has to do: the open assignments that they received, the workouts that they
/// missed in the last 7 days and may still complete, the contests that they are in and that are not
/// over, their goals that are not over, and the contests that they are invited to and may still join
/// (SF-22, FR-33, 2.8-home). An open contest that the caller has completed is no longer there.
///
/// The earliest deadline or end first, of a goal the end of its period or else of its last day; those
/// without one last, and after them the invitations in the same order. Refusals: `challenges.limit_invalid` at `/limit`, `challenges.cursor_invalid` at
/// `/cursor`.
public struct GetHome: Call, Limited {
    public static let id: CallID = 0x0221
    public static let effect = Effect.none
    public static let access = Access.signedIn
    public typealias Reply = Page<HomeItem>

    /// How many items at most.
    public var limit: Int?
    /// The `nextCursor` of the previous page.
    public var cursor: String?

    public static let limits: FieldLimits = ["limit": .page]

    public init(limit: Int? = nil, cursor: String? = nil) {
        self.limit = limit
        self.cursor = cursor
    }
}
