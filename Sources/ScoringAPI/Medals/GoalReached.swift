public import Identifiers
public import Values
public import Wire

/// A person reached a goal of theirs for the first time, or met the first of its periods (2.7-medals):
/// told then, and again with each change of these fields, also when the goal is deleted. An older
/// version than the known one changes nothing.
///
/// Contests tell of theirs by `ScoresChanged`.
public struct GoalReached: Event {
    public static let id: CallID = 0x0417
    public static let effect = Effect.once
    public static let access = Access.cluster([.challenges])

    /// The goal; it identifies the medal.
    public var goal: ChallengeID
    /// Whose it is.
    public var user: UserID
    /// 1 to 80 characters on one line.
    public var name: String
    /// Whether the owner's friends see the goal too; not once it is deleted.
    public var isForFriends: Bool
    /// When it was reached.
    public var at: Instant
    /// When it was reached as others are told: where a phone measures it, the start of its owner's
    /// day (2.10-percents).
    public var shownAt: Instant
    /// Higher than that of every earlier state of the goal.
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
