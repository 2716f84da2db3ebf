public import Wire

/// The time span whose points count (2.7-windows).
public enum ScoreSpan: String, OpenEnum, CaseIterable {
    /// All time.
    case all
    /// The current month in UTC.
    case month
    /// The current week in UTC; weeks begin on Monday.
    case week
    /// A value of a later release.
    case unknown
}
