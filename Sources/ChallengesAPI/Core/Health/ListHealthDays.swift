public import Wire

/// Lists the caller's daily totals of a metric, the latest day first (2.4-source).
///
/// A page examines up to 500 totals, one for each source of a day, so it may be shorter than
/// requested.
///
/// Refusals: `challenges.metric_not_found`, `challenges.limit_invalid` at `/limit`,
/// `challenges.cursor_invalid` at `/cursor`.
public struct ListHealthDays: Call, Limited {
    public static let id: CallID = 0x0279
    public static let effect = Effect.none
    public static let access = Access.signedIn

    /// The metric.
    public var metric: Metric
    /// The maximum number of days; 20 when absent.
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
