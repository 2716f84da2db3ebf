public import Wire

/// Lists what the caller has to do: assignments, contests, goals and invitations (2.8-home). These
/// are open assignments that they received, workouts that they missed in the last 7 days and can
/// still complete, contests that they participate in and that are not over, goals that are not
/// over, and contests that they are invited to and may still join. Open contests that the caller
/// has completed are not listed.
///
/// The earliest deadline or end comes first; for a goal it is the end of its period, or else of its
/// last day. Items without one come last, followed by the invitations in the same order. Refusals:
/// `challenges.limit_invalid` at `/limit`, `challenges.cursor_invalid` at `/cursor`.
public struct GetHome: Call, Limited {
    public static let id: CallID = 0x0221
    public static let effect = Effect.none
    public static let access = Access.signedIn
    public typealias Reply = Page<HomeItem>

    /// The maximum number of items; 20 when absent.
    public var limit: Int?
    /// The `nextCursor` of the previous page.
    public var cursor: String?

    public static let limits: FieldLimits = ["limit": .page]

    public init(limit: Int? = nil, cursor: String? = nil) {
        self.limit = limit
        self.cursor = cursor
    }
}
