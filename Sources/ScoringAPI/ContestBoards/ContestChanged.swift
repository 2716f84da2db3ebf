public import Identifiers
public import Values
public import Wire

/// The fields of a contest that its board depends on. Sent when the contest is published and
/// whenever one of these fields changes (2.7-board). A version older than the stored one changes
/// nothing.
///
/// With `completed` the result is final: the board ranks the scores that the players had by then.
public struct ContestChanged: Event {
    public static let id: CallID = 0x0412
    public static let effect = Effect.once
    public static let access = Access.cluster([.challenges])

    /// The contest.
    public var contest: ChallengeID
    /// The kind of contest.
    public var kind: Kind
    /// The contest's name, for notices of its result.
    public var name: String
    /// The contest's owner.
    public var owner: UserID
    /// Who may see the contest.
    public var visibility: Visibility
    /// Which value wins.
    public var direction: Direction
    /// Which score is ranked.
    public var score: Score
    /// The value to reach; `nil` if there is none.
    public var goal: Amount?
    /// The contest's state.
    public var state: State
    /// Whether the contest is hidden after reports.
    public var isHidden: Bool
    /// Whether each player's value is hidden from everyone else: a phone measures it, and percents
    /// are ranked. `false` when absent.
    public var hidesValues: Bool?
    /// The time zone of the contest's days; UTC when absent, as in events of an earlier release.
    public var timeZone: String?
    /// When the contest changed.
    public var at: Instant
    /// The version, greater than that of every earlier state of the contest.
    public var version: Int64

    public init(
        contest: ChallengeID,
        kind: Kind,
        name: String,
        owner: UserID,
        visibility: Visibility,
        direction: Direction,
        score: Score,
        goal: Amount?,
        state: State,
        isHidden: Bool,
        hidesValues: Bool? = nil,
        timeZone: String? = nil,
        at: Instant,
        version: Int64
    ) {
        self.contest = contest
        self.kind = kind
        self.name = name
        self.owner = owner
        self.visibility = visibility
        self.direction = direction
        self.score = score
        self.goal = goal
        self.state = state
        self.isHidden = isHidden
        self.hidesValues = hidesValues
        self.timeZone = timeZone
        self.at = at
        self.version = version
    }

    private enum CodingKeys: String, CodingKey {
        case contest = "challenge"
        case kind, name, owner, visibility, direction, score, goal, state, isHidden, hidesValues,
            timeZone, at, version
    }

    public typealias Reply = Nothing

    public var orderingKey: EventKey { EventKey(contest) }

    /// The kind of a contest.
    public enum Kind: String, OpenEnum, CaseIterable {
        /// Has an end and a result.
        case competition
        /// May have no end.
        case open
        /// A kind of a later release.
        case unknown
    }

    /// Who may see a contest besides its participants.
    public enum Visibility: String, OpenEnum, CaseIterable {
        /// Nobody.
        case `private`
        /// The owner's friends.
        case friends
        /// Users who opened a code; they are among the players.
        case link
        /// Everyone.
        case `public`
        /// A value of a later release; counts as `private`.
        case unknown
    }

    /// Which value wins.
    public enum Direction: String, OpenEnum, CaseIterable {
        /// The higher one.
        case higher
        /// The lower one.
        case lower
        /// A value of a later release.
        case unknown
    }

    /// Which score is ranked.
    public enum Score: String, OpenEnum, CaseIterable {
        /// The value.
        case raw
        /// The value in percent of the player's own target.
        case percent
        /// A value of a later release.
        case unknown
    }

    /// The state of a contest.
    public enum State: String, OpenEnum, CaseIterable {
        /// Published; has not started.
        case scheduled
        /// Started.
        case active
        /// Ended, but the result is not final.
        case settling
        /// The result is final.
        case completed
        /// Ended without a result.
        case cancelled
        /// A state of a later release; not treated as final.
        case unknown
    }
}
