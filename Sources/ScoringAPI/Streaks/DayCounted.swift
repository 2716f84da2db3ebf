public import Identifiers
public import Values
public import Wire

/// A day of a user starts or stops counting for their overall streak (2.7-streaks), or having
/// pictures that are proof. A day counts if the user logged or marked something, met a period of a
/// goal, or did a dare or workout on it.
///
/// An event whose version is not newer than the known one changes nothing.
public struct DayCounted: Event {
    public static let id: CallID = 0x0419
    public static let effect = Effect.once
    public static let access = Access.cluster([.challenges])

    /// The user.
    public var user: UserID
    /// The day, in the user's time zone.
    public var day: CivilDate
    /// Whether the day counts.
    public var counts: Bool
    /// Whether the user submitted or logged pictures on the day, without those that were declared
    /// void or removed as false; `nil` from the previous release, which does not tell.
    public var hasProof: Bool?
    /// Whether an activity or a picture of the day was declared void or removed as false, which
    /// takes back what it earned (2.7-void); `nil` from the previous release, which does not tell.
    public var isTakenBack: Bool?
    /// The version of the day's state: increases with each change.
    public var version: Int64

    public init(
        user: UserID,
        day: CivilDate,
        counts: Bool,
        hasProof: Bool? = nil,
        isTakenBack: Bool? = nil,
        version: Int64
    ) {
        self.user = user
        self.day = day
        self.counts = counts
        self.hasProof = hasProof
        self.isTakenBack = isTakenBack
        self.version = version
    }

    public typealias Reply = Nothing

    public var orderingKey: EventKey { EventKey(user) }
}
