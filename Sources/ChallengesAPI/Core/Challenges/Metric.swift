public import Values
public import Wire

/// A quantity of which a phone measures a total for each day (2.4-source). A definition with a
/// metric has the metric's unit.
public enum Metric: String, OpenEnum, CaseIterable {
    /// Steps, in `steps`.
    case steps
    /// The distance walked or run, in `m`.
    case distance
    /// The energy burned, in `kcal`.
    case energy
    /// The duration of workouts, in `s`.
    case exercise
    /// A metric of a later release; no definition can be made with it.
    case unknown

    /// The unit of its totals; `nil` for a metric that this release does not know.
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
    /// The maximum of a day's total, in the metric's unit; `nil` for a metric that this release
    /// does not know.
    public var dayMax: Amount? {
        switch self {
        case .steps: Self.whole(200_000)
        case .distance: Self.whole(500_000)
        case .energy: Self.whole(20_000)
        case .exercise: Self.whole(86_400)
        case .unknown: nil
        }
    }

    /// The minimum of a day's total.
    public static let dayMin = whole(0)
    /// The greatest maximum of all metrics.
    public static let dayMaxOfAll = allCases.compactMap(\.dayMax).max() ?? dayMin

    private static func whole(_ number: Int64) -> Amount {
        guard let amount = Amount(millionths: number * 1_000_000) else {
            preconditionFailure("a day holds less than 10¹²")
        }
        return amount
    }
}
