public import Identifiers
public import Values
public import Wire

/// A competition or an open contest, as one person sees it (2.3-contest). It is a challenge that
/// people join, log to, and are ranked in.
public struct Contest: Codable, Hashable, Sendable, Versioned, Limited {
    /// The contest.
    public let id: ChallengeID
    /// `competition` or `open`.
    public let kind: ChallengeKind
    /// 1 to 80 characters, as given.
    public let name: String
    /// 0 to 200 characters; empty if there is none.
    public let caption: String
    /// 0 to 2,000 characters, as given; empty if none was.
    public let description: String
    /// Its category; `nil` if it has none.
    public let category: String?
    /// Its pictures, in order.
    public let photos: [Photo]
    /// The definition that it was made from. It may say something else since, or be gone.
    public let definitionID: DefinitionID?
    /// Who made it, or else the owner who changed its texts or pictures last.
    public let author: Person
    /// Whose it is now.
    public let owner: Person
    /// Who may see it.
    public let visibility: ContestVisibility
    /// How far it is.
    public let state: State
    /// When it begins; `nil` in a draft that begins when it is published.
    public let startsAt: Instant?
    /// When it ends, or is to end; `nil` if it never does. What occurs then is too late, unless
    /// days are what counts (2.9-local-day): of these the last one lasts until it is over for the
    /// person who logs it.
    public let endsAt: Instant?
    /// When its owner ended it; `nil` if time did, or nobody has yet.
    public let endedAt: Instant?
    /// Until when what occurred before its end, or on its last day, may be logged; `nil` before the
    /// end.
    public let settlesAt: Instant?
    /// Its IANA time zone.
    public let timeZone: String
    /// Whether it lasts whole days of its time zone.
    public let wholeDays: Bool
    /// What a person's entries amount to.
    public let aggregation: Aggregation
    /// Which value wins.
    public let direction: Direction
    /// What is ranked.
    public let score: Score
    /// Which entries it takes.
    public let sources: Sources
    /// What is counted; `nil` if nothing is.
    public let unit: String?
    /// The value to be reached; `nil` if there is none, or if each person has their own.
    public let goal: Amount?
    /// What a phone measures for it; `nil` if nothing.
    public let metric: Metric?
    /// Whether only whole numbers are counted.
    public let wholeNumbers: Bool
    /// Whether an entry shows pictures.
    public let proof: Proof
    /// How many people may be in it; `nil` for any number.
    public let capacity: Int?
    /// How many are.
    public let joined: Int
    /// Whether the owner lets in those whom nobody invited.
    public let needsApproval: Bool
    /// Whether those in it may invite others.
    public let membersMayInvite: Bool
    /// Whether nobody joins after the start.
    public let locksLate: Bool
    /// How many people like it.
    public let likeCount: Int
    /// Whether the caller likes it.
    public let likedByMe: Bool
    /// Whether it is on the caller's list of wishes.
    public let wishedByMe: Bool
    /// Whether the caller is in it.
    public let isAttended: Bool
    /// Whether the caller has completed it (K-12).
    public let isCompleted: Bool
    /// How far the caller is with the goal, 0 to 1; `nil` if there is none, or the caller is not in
    /// it.
    public let progress: Amount?
    /// How the caller stands to it; `nil` if they have no part in it.
    public let me: Participant?
    /// What the caller may do with it now.
    public let actions: [Action]
    /// When it was made.
    public let createdAt: Instant
    /// Incremented by each change of its owner's and by each step of time; a call's `ifVersion`, in
    /// HTTP `If-Match`, is compared with it.
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
