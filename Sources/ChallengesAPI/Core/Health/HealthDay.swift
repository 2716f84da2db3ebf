public import Values
public import Wire

/// A user's total of a metric on one of their local days (2.4-source). Only the user sees it.
public struct HealthDay: Codable, Hashable, Sendable, Limited {
    /// The metric.
    public let metric: Metric
    /// The user's local day.
    public let day: CivilDate
    /// The total that counts, in the metric's unit: the greatest of its sources.
    public let amount: Amount
    /// The totals of the sources, in the order of their names.
    public let sources: [Source]
    public static let sourcesLimit = 1...10
    /// When the day freezes: from then on it no longer changes (2.4-freeze).
    public let freezesAt: Instant

    public static let limits: FieldLimits = ["sources": .items(sourcesLimit)]

    public init(
        metric: Metric,
        day: CivilDate,
        amount: Amount,
        sources: [Source],
        freezesAt: Instant
    ) {
        self.metric = metric
        self.day = day
        self.amount = amount
        self.sources = sources
        self.freezesAt = freezesAt
    }

    /// A day's total from one source.
    public struct Source: Codable, Hashable, Sendable, Limited {
        /// The source, as the client names it.
        public let source: String
        /// The day's total.
        public let amount: Amount
        /// When it was read.
        public let observedAt: Instant
        /// Whether the user typed it in.
        public let isManual: Bool

        public static let limits: FieldLimits = ["source": .text(PutHealthDay.sourceLimit)]

        public init(source: String, amount: Amount, observedAt: Instant, isManual: Bool) {
            self.source = source
            self.amount = amount
            self.observedAt = observedAt
            self.isManual = isManual
        }
    }
}
