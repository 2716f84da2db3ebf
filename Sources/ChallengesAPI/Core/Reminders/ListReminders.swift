public import Wire

/// Lists the caller's reminders, ordered by the time of the day (2.13-reminders).
///
/// Refusals: `challenges.limit_invalid` at `/limit`, `challenges.cursor_invalid` at `/cursor`.
public struct ListReminders: Call, Limited {
    public static let id: CallID = 0x027B
    public static let effect = Effect.none
    public static let access = Access.signedIn

    /// The maximum number of reminders on the page.
    public var limit: Int?
    /// The `nextCursor` of the previous page.
    public var cursor: String?

    public static let limits: FieldLimits = ["limit": .page]

    public init(limit: Int? = nil, cursor: String? = nil) {
        self.limit = limit
        self.cursor = cursor
    }

    public typealias Reply = Page<Reminder>
}
