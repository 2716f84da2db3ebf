public import Identifiers
public import Values
public import Wire

/// A competition or an open contest, as one viewer sees it (2.3-contest). A contest is a challenge
/// that users join, log entries in, and are ranked in.
public struct Contest: Codable, Hashable, Sendable, Versioned, Limited {
    /// The contest.
    public let id: ChallengeID
    /// `competition` or `open`.
    public let kind: ChallengeKind
    /// Its name: 1 to 80 characters, as given.
    public let name: String
    /// Its caption: 0 to 200 characters; empty if there is none.
    public let caption: String
    /// Its description: 0 to 2,000 characters, as given; empty if there is none.
    public let description: String
    /// Its category; `nil` if it has none.
    public let category: String?
    /// Its pictures, in order.
    public let photos: [Photo]
    /// The definition from which it was made. It may have been changed or deleted since.
    public let definitionID: DefinitionID?
    /// The author: the user who made the contest, or else the owner who last changed its texts or
    /// pictures.
    public let author: Person
    /// The owner.
    public let owner: Person
    /// Who may see it.
    public let visibility: ContestVisibility
    /// Its state.
    public let state: State
    /// When it starts; `nil` in a draft that starts when it is published.
    public let startsAt: Instant?
    /// When it ends; `nil` if it has no end. An entry for this moment or later is too late. If the
    /// contest counts its own days, the last day lasts until it is over in the participant's time
    /// zone (2.9-local-day).
    public let endsAt: Instant?
    /// When its owner ended it early; `nil` if the owner did not.
    public let endedAt: Instant?
    /// When settling ends: until then entries for times before the end, or for the last day, may be
    /// logged; `nil` before the end.
    public let settlesAt: Instant?
    /// Its IANA time zone.
    public let timeZone: String
    /// Whether it lasts whole days in its time zone.
    public let wholeDays: Bool
    /// How a participant's entries become a value.
    public let aggregation: Aggregation
    /// Which value wins.
    public let direction: Direction
    /// The number that is ranked.
    public let score: Score
    /// Which entries it takes.
    public let sources: Sources
    /// The unit; `nil` if no amounts are counted.
    public let unit: String?
    /// The goal, the value to reach; `nil` if there is none, or if each participant has a target
    /// instead.
    public let goal: Amount?
    /// The metric that a phone measures for it; `nil` if there is none.
    public let metric: Metric?
    /// Whether only whole numbers are counted.
    public let wholeNumbers: Bool
    /// Whether entries need pictures.
    public let proof: Proof
    /// The maximum number of participants; `nil` for no maximum.
    public let capacity: Int?
    /// The number of participants.
    public let joined: Int
    /// Whether users whom nobody invited need the owner's approval to join.
    public let needsApproval: Bool
    /// Whether participants may invite others.
    public let membersMayInvite: Bool
    /// Whether joining ends at the start.
    public let locksLate: Bool
    /// The number of likes.
    public let likeCount: Int
    /// Whether the caller likes it.
    public let likedByMe: Bool
    /// Whether it is on the caller's wishlist.
    public let wishedByMe: Bool
    /// Whether the caller participates in it.
    public let isAttended: Bool
    /// Whether the caller has completed it.
    public let isCompleted: Bool
    /// The caller's progress towards the goal, 0 to 1; `nil` if there is no goal, or if the caller
    /// does not participate.
    public let progress: Amount?
    /// The caller's relation to the contest; `nil` if they have none.
    public let me: Participant?
    /// The actions that the caller may take now.
    public let actions: [Action]
    /// When it was made.
    public let createdAt: Instant
    /// The version: incremented by each change by its owner and by each transition over time. A
    /// call's `ifVersion`, in HTTP `If-Match`, is compared with it.
    public let version: Int64

    public static let limits: FieldLimits = [
        "capacity": .number(CreateContest.capacityLimit), "joined": .atLeast(0),
        "likeCount": .atLeast(0),
    ]

    public init(
        id: ChallengeID,
        kind: ChallengeKind,
        name: String,
        caption: String,
        description: String,
        category: String?,
        photos: [Photo],
        definitionID: DefinitionID?,
        author: Person,
        owner: Person,
        visibility: ContestVisibility,
        state: State,
        startsAt: Instant?,
        endsAt: Instant?,
        endedAt: Instant?,
        settlesAt: Instant?,
        timeZone: String,
        wholeDays: Bool,
        aggregation: Aggregation,
        direction: Direction,
        score: Score,
        sources: Sources,
        unit: String?,
        goal: Amount?,
        metric: Metric?,
        wholeNumbers: Bool,
        proof: Proof,
        capacity: Int?,
        joined: Int,
        needsApproval: Bool,
        membersMayInvite: Bool,
        locksLate: Bool,
        likeCount: Int,
        likedByMe: Bool,
        wishedByMe: Bool,
        isAttended: Bool,
        isCompleted: Bool,
        progress: Amount?,
        me: Participant?,
        actions: [Action],
        createdAt: Instant,
        version: Int64
    ) {
        self.id = id
        self.kind = kind
        self.name = name
        self.caption = caption
        self.description = description
        self.category = category
        self.photos = photos
        self.definitionID = definitionID
        self.author = author
        self.owner = owner
        self.visibility = visibility
        self.state = state
        self.startsAt = startsAt
        self.endsAt = endsAt
        self.endedAt = endedAt
        self.settlesAt = settlesAt
        self.timeZone = timeZone
        self.wholeDays = wholeDays
        self.aggregation = aggregation
        self.direction = direction
        self.score = score
        self.sources = sources
        self.unit = unit
        self.goal = goal
        self.metric = metric
        self.wholeNumbers = wholeNumbers
        self.proof = proof
        self.capacity = capacity
        self.joined = joined
        self.needsApproval = needsApproval
        self.membersMayInvite = membersMayInvite
        self.locksLate = locksLate
        self.likeCount = likeCount
        self.likedByMe = likedByMe
        self.wishedByMe = wishedByMe
        self.isAttended = isAttended
        self.isCompleted = isCompleted
        self.progress = progress
        self.me = me
        self.actions = actions
        self.createdAt = createdAt
        self.version = version
    }
}
