public import Wire

/// Sets the rest weekdays and the pause of the caller's overall streak, from today on
/// (2.7-streaks). Absent fields stay as they are. Earlier days keep their plan.
///
/// Refusals: `scoring.rest_weekdays_invalid` at `/restWeekdays`; `scoring.version_stale` with the
/// current streak.
public struct PlanStreak: Call, Limited, MergePatch {
    public static let id: CallID = 0x040D
    public static let effect = Effect.once
    public static let access = Access.signedIn

    /// The weekdays on which the streak rests: 1 is Monday, 7 is Sunday.
    public var restWeekdays: [Int]?
    /// The number of rest weekdays. Seven are refused: the caller should pause the streak instead.
    public static let restWeekdaysLimit = 0...6
    public static let emptiedLists = ["restWeekdays"]
    /// Whether the streak is paused.
    public var isPaused: Bool?
    /// Refuse with `scoring.version_stale` unless the streak has this version.
    public var ifVersion: Int64?

    public static let limits: FieldLimits = [
        "restWeekdays": .distinctItems(restWeekdaysLimit)
    ]

    public init(restWeekdays: [Int]? = nil, isPaused: Bool? = nil, ifVersion: Int64? = nil) {
        self.restWeekdays = restWeekdays
        self.isPaused = isPaused
        self.ifVersion = ifVersion
    }

    public typealias Reply = Streak
}
