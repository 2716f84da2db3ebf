public import Wire

/// Lists what the caller did on their days, the newest day first (2.4-source).
///
/// A page examines at most 500 totals, of which a day has one for each source, and so may be shorter
/// than asked for.
///
/// Refusals: `challenges.metric_not_found`, `challenges.limit_invalid` at `/limit`,
/// `challenges.cursor_invalid` at `/cursor`.
public struct ListHealthDays: Call, Limited {
    public static let id: CallID = 0x0279
    public static let effect = Effect.none
    public static let access = Access.signedIn

    /// What is measured.
    public var metric: Metric
    /// How many days at most.
    public var limit: Int?
    /// The `nextCursor` of the previous page.
    public var cursor: String?

    public static let limits: FieldLimits = ["limit": .page]

    public init(metric: Metric, limit: Int? = nil, cursor: String? = nil) {
        self.metric = metric
        self.limit = limit
        self.cursor = cursor
    }

    public typealias Reply = Page<HealthDay>
}
