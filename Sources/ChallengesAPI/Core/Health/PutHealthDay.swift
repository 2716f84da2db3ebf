public import Values
public import Wire

/// Stores what a source says the caller did on one of their days: the day's total (2.4-source). It is
/// stored once; everything of the caller's that has the metric reads it.
///
/// The total that a source observed last counts, also where it is smaller; one that is not newer
/// changes nothing. Of several sources the greatest total counts, never the sum. The day is one of
/// the caller's, by the clocks of where they were. It changes until 48 hours after it ended for the
/// caller, unless the operator sets another time (2.4-freeze).
///
/// Refusals: `challenges.metric_not_found`; together, `challenges.amount_invalid` at `/amount` for
/// what is below 0 or more than the metric's day holds, `challenges.source_invalid` at `/source`,
/// `challenges.observed_invalid` at `/observedAt` for a moment more than 5 minutes ahead, unless the
/// operator allows another difference, and `challenges.day_invalid` at `/day` for a day that has not
/// begun for the caller. Then `challenges.day_frozen`, and `challenges.day_sources_too_many` for the
/// 11th source of a day.
public struct PutHealthDay: Call, Limited {
    public static let id: CallID = 0x0278
    public static let effect = Effect.once
    public static let access = Access.signedIn

    /// What is measured.
    public var metric: Metric
    /// The caller's day.
    public var day: CivilDate
    /// The day's total, in the metric's unit, with at most six decimals. A day holds at most 200,000
    /// steps, 500,000 m, 20,000 kcal or 86,400 s.
    public var amount: Amount
    /// All that a day may hold of some metric.
    public static let amountLimit = Metric.dayMin...Metric.dayMaxOfAll
    /// What it comes from, such as a phone or a watch: one line of at most 80 bytes, not blank. A
    /// client names a source always in the same way.
    public var source: String
    public static let sourceLimit = TextLimit(1...80)
    /// The maximum length of `source` in bytes.
    public static let sourceBytesMax = 80
    /// When the total was read.
    public var observedAt: Instant
    /// Whether the caller typed it in; absent where something measured it. What was typed in does
    /// not count where only devices do (2.3-sources).
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
