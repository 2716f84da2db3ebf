public import Wire

/// Plans the caller's overall streak from today on: what is absent stays (2.7-streaks). Days before
/// today keep what was planned for them.
///
/// Refusals: `scoring.rest_weekdays_invalid` at `/restWeekdays`; `scoring.version_stale` with the
/// present streak.
public struct PlanStreak: Call, Limited, MergePatch {
    public static let id: CallID = 0x040D
    public static let effect = Effect.once
    public static let access = Access.signedIn

    /// On which weekdays it rests: 1 is Monday, 7 is Sunday.
    public var restWeekdays: [Int]?
    /// Not all seven: then it would be paused.
    public static let restWeekdaysLimit = 0...6
    public static let emptiedLists = ["restWeekdays"]
    /// Whether it is paused.
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
