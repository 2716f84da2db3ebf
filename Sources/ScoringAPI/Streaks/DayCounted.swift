public import Identifiers
public import Values
public import Wire

/// Somebody's day counts for their overall streak, or no longer does (2.7-streaks): on it they
/// logged or marked something, met a period of a goal, or did a dare or workout.
///
/// An older version of the day than the known one changes nothing.
public struct DayCounted: Event {
    public static let id: CallID = 0x0419
    public static let effect = Effect.once
    public static let access = Access.cluster([.challenges])

    /// Whose day it is.
    public var user: UserID
    /// The day, by their clocks.
    public var day: CivilDate
    /// Whether it counts.
    public var counts: Bool
    /// Higher than that of every earlier state of the day.
    public var version: Int64

    public init(user: UserID, day: CivilDate, counts: Bool, version: Int64) {
        self.user = user
        self.day = day
        self.counts = counts
        self.version = version
    }

    public typealias Reply = Nothing

    public var orderingKey: EventKey { EventKey(user) }
}
