public import Wire

/// What a phone measures for a definition, a total for each day (2.4-source). A definition with a
/// metric has the metric's unit.
public enum Metric: String, OpenEnum, CaseIterable {
    /// Steps, in `steps`.
    case steps
    /// The way that was walked or run, in `m`.
    case distance
    /// The energy that was burned, in `kcal`.
    case energy
    /// The time of workouts, in `s`.
    case exercise
    /// A metric of a later release; no definition can be made with it.
    case unknown

    /// The unit in which it is counted; `nil` if this release does not know the metric.
    public var unit: String? {
        switch self {
        case .steps: "steps"
        case .distance: "m"
        case .energy: "kcal"
        case .exercise: "s"
        case .unknown: nil
        }
    }
}
