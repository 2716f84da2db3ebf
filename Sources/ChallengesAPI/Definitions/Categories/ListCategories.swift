public import Wire

/// Lists the categories of workouts, in the operator's order.
///
/// Refusals: `challenges.limit_invalid` at `/limit`, `challenges.cursor_invalid` at `/cursor`.
public struct ListCategories: Call, Limited {
    public static let id: CallID = 0x0218
    public static let effect = Effect.none
    public static let access = Access.signedIn

    /// The maximum number of categories; 20 when absent.
    public var limit: Int?
    /// The `nextCursor` of the previous page.
    public var cursor: String?

    public static let limits: FieldLimits = ["limit": .page]

    public init(limit: Int? = nil, cursor: String? = nil) {
        self.limit = limit
        self.cursor = cursor
    }

    public typealias Reply = Page<Category>
}
