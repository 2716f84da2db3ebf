public import Identifiers
public import Values
public import Wire

/// A user reached a personal goal, or met one of its periods, for the first time (2.7-medals). Sent
/// then and whenever one of these fields changes, also when the goal is deleted. A version older
/// than the stored one changes nothing.
///
/// For contests, `ScoresChanged` has the completions.
public struct GoalReached: Event {
    public static let id: CallID = 0x0417
    public static let effect = Effect.once
    public static let access = Access.cluster([.challenges])

    /// The goal; it identifies the medal.
    public var goal: ChallengeID
    /// The goal's owner.
    public var user: UserID
    /// The goal's name: 1 to 80 characters on one line.
    public var name: String
    /// Whether the owner's friends see the goal too; `false` once it is deleted.
    public var isForFriends: Bool
    /// When it was reached.
    public var at: Instant
    /// The time of reaching that others see: the start of the owner's day if a phone measures the
    /// goal (2.10-percents), else the same as `at`.
    public var shownAt: Instant
    /// The version, greater than that of every earlier state of the goal.
    public var version: Int64

    public init(
        goal: ChallengeID,
        user: UserID,
        name: String,
        isForFriends: Bool,
        at: Instant,
        shownAt: Instant,
        version: Int64
    ) {
        self.goal = goal
        self.user = user
        self.name = name
        self.isForFriends = isForFriends
        self.at = at
        self.shownAt = shownAt
        self.version = version
    }

    public typealias Reply = Nothing

    public var orderingKey: EventKey { EventKey(goal) }
}
