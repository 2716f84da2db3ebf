public import Wire

/// Lists the blocked events of the service's outbox, in the order of their numbers.
///
/// An event is blocked from its first attempt that failed until its receiver accepts it or an
/// operator skips it (2.14-between-services). Refuses with `outbox.limit_invalid` at `/limit` and
/// `outbox.cursor_invalid` at `/cursor`.
public struct ListBlockedEvents: Call, Limited {
    public static let id: CallID = 0x0001
    public static let effect = Effect.none
    public static let access = Access.operator
    public typealias Reply = Page<BlockedEvent>

    /// How many events at most.
    public var limit: Int?
    /// Where the last page ended; absent for the first.
    public var cursor: String?

    public static let limits: FieldLimits = ["limit": .page]

    public init(limit: Int? = nil, cursor: String? = nil) {
        self.limit = limit
        self.cursor = cursor
    }
}
