public import Identifiers
public import Values
public import Wire

/// What scoring must know of a contest to rank those who are in it: told when it is published, and
/// with each change of these fields (2.7-board). An older version than the known one changes
/// nothing.
///
/// With `completed` the result is final: what its players' scores were by then is what is ranked.
public struct ContestChanged: Event {
    public static let id: CallID = 0x0412
    public static let effect = Effect.once
    public static let access = Access.cluster([.challenges])

    /// The contest.
    public var contest: ChallengeID
    /// `competition` or `open`.
    public var kind: Kind
    /// Its name, for notices of its result.
    public var name: String
    /// Whose it is.
    public var owner: UserID
    /// Who may see it.
    public var visibility: Visibility
    /// Which value wins.
    public var direction: Direction
    /// What is ranked.
    public var score: Score
    /// The value to be reached; `nil` if there is none.
    public var goal: Amount?
    /// How far it is.
    public var state: State
    /// Whether it was hidden after reports.
    public var isHidden: Bool
    /// Whether a player's value is shown to nobody else: a phone measures it, and percents are
    /// ranked. Absent: `false`.
    public var hidesValues: Bool?
    /// The time zone of its days. Absent from a challengesd of an earlier release: UTC.
    public var timeZone: String?
    /// When.
    public var at: Instant
    /// Higher than that of every earlier state of the contest.
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

    /// What kind of contest it is.
    public enum Kind: String, OpenEnum, CaseIterable {
        /// With an end, and a result.
        case competition
        /// With or without an end.
        case open
        /// A kind of a later release.
        case unknown
    }

    /// Who may see it beside those who are in it.
    public enum Visibility: String, OpenEnum, CaseIterable {
        /// Nobody.
        case `private`
        /// The owner's friends.
        case friends
        /// A person who opened a code; they are among its players.
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

    /// What is ranked.
    public enum Score: String, OpenEnum, CaseIterable {
        /// The value.
        case raw
        /// The value in percent of one's own target.
        case percent
        /// A value of a later release.
        case unknown
    }

    /// How far it is.
    public enum State: String, OpenEnum, CaseIterable {
        /// Published; not begun.
        case scheduled
        /// Begun.
        case active
        /// Past its end, but not final.
        case settling
        /// Final.
        case completed
        /// Without a result.
        case cancelled
        /// A state of a later release; nothing is final in it.
        case unknown
    }
}
