public import Values
public import Wire

/// Stores a day's total of a metric, as one source measured it (2.4-source). It is stored once and
/// read by everything of the caller that has this metric.
///
/// The total that a source observed last counts, even if it is smaller; one that is not newer
/// changes nothing. Of several sources the greatest total counts, never the sum. The day is one of
/// the caller's local days. It can change until 48 hours after it ended for the caller, unless the
/// operator sets another time (2.4-freeze).
///
/// Refusals: `challenges.metric_not_found`; together, `challenges.amount_invalid` at `/amount` for
/// a total below 0 or above the metric's maximum for a day, `challenges.source_invalid` at
/// `/source`, `challenges.observed_invalid` at `/observedAt` for a moment more than 5 minutes
/// ahead, unless the operator sets another tolerance, and `challenges.day_invalid` at `/day` for a
/// day that has not begun for the caller. Then `challenges.day_frozen`, and
/// `challenges.day_sources_too_many` for the 11th source of a day.
public struct PutHealthDay: Call, Limited {
    public static let id: CallID = 0x0278
    public static let effect = Effect.once
    public static let access = Access.signedIn

    /// The metric.
    public var metric: Metric
    /// The caller's local day.
    public var day: CivilDate
    /// The day's total, in the metric's unit, with at most six decimals. The maximum for a day is
    /// 200,000 steps, 500,000 m, 20,000 kcal or 86,400 s.
    public var amount: Amount
    /// The range of amounts that at least one metric allows.
    public static let amountLimit = Metric.dayMin...Metric.dayMaxOfAll
    /// The source, such as a phone or a watch: one line of at most 80 bytes, not blank. A client
    /// always uses the same name for a source.
    public var source: String
    public static let sourceLimit = TextLimit(1...80)
    /// The maximum length of `source` in bytes.
    public static let sourceBytesMax = 80
    /// When the total was read.
    public var observedAt: Instant
    /// Whether the caller typed it in; absent if a device measured it. A total that was typed in
    /// does not count in contests that take only what devices measured (2.3-sources).
    public var isManual: Bool?

    public static let limits: FieldLimits = [
        "amount": .amount(amountLimit), "source": .text(sourceLimit),
    ]

    public init(
        metric: Metric,
        day: CivilDate,
        amount: Amount,
        source: String,
        observedAt: Instant,
        isManual: Bool? = nil
    ) {
        self.metric = metric
        self.day = day
        self.amount = amount
        self.source = source
        self.observedAt = observedAt
        self.isManual = isManual
    }

    public typealias Reply = HealthDay
}
