public import Wire

/// The time whose points are counted (2.7-windows).
public enum ScoreSpan: String, OpenEnum, CaseIterable {
    /// From the beginning.
    case all
    /// The month that it is in UTC.
    case month
    /// The week that it is in UTC; weeks begin on Monday.
    case week
    /// A value of a later release.
    case unknown
}
