public import Values
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

extension Metric {
    /// What a day holds at most, in the metric's unit; `nil` if this release does not know the metric.
    public var dayMax: Amount? {
        switch self {
        case .steps: Self.whole(200_000)
        case .distance: Self.whole(500_000)
        case .energy: Self.whole(20_000)
        case .exercise: Self.whole(86_400)
        case .unknown: nil
        }
    }

    /// What a day holds at least.
    public static let dayMin = whole(0)
    /// The most that a day holds of any metric.
    public static let dayMaxOfAll = allCases.compactMap(\.dayMax).max() ?? dayMin

    private static func whole(_ number: Int64) -> Amount {
        guard let amount = Amount(millionths: number * 1_000_000) else {
            preconditionFailure("a day holds less than 10¹²")
        }
        return amount
    }
}
