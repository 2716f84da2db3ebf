public import Identifiers
public import Values
public import Wire

/// Something happened that concerns people: puts a notice into the inbox of each (2.8-inbox).
///
/// A person gets one notice for each kind and cause, however often the event is delivered
/// (2.13-once), and at most 50 by one actor in 24 hours (2.8-inbox). Refuses with
/// `identity.notice_invalid` a kind or subject that this release does not know, and what is beyond
/// its limit, at its field.
public struct PeopleTold: Event, Limited {
    public static let id: CallID = 0x0180
    public static let effect = Effect.once
    public static let access = Access.cluster([.challenges, .scoring])

    /// Those whom it concerns.
    public var people: [UserID]
    public static let peopleLimit = 1...500
    /// What happened.
    public var kind: Notice.Kind
    /// What makes the notice the only one of its kind: the row, and what happened to it where that
    /// can happen again. 1 to 120 characters.
    public var cause: String
    public static let causeLimit = TextLimit(1...120)
    /// Who did it; `nil` where time or a moderator did.
    public var actor: UserID?
    /// The challenge it belongs to.
    public var challenge: ChallengeID?
    /// The row it is about.
    public var subject: Notice.Subject
    /// The name of what it is about, 1 to 80 characters.
    public var name: String?
    public static let nameLimit = TextLimit(1...80)
    /// When it happened.
    public var at: Instant
    /// Until when they can act on it.
    public var expiresAt: Instant?
    /// The likes that the notice then counts; `nil` for one more than before, and for other kinds.
    public var likes: MergedLikes?

    public static let limits: FieldLimits = [
        "people": .items(peopleLimit), "cause": .text(causeLimit), "name": .text(nameLimit),
    ]

    public init(
        people: [UserID],
        kind: Notice.Kind,
        cause: String,
        actor: UserID? = nil,
        challenge: ChallengeID? = nil,
        subject: Notice.Subject,
        name: String? = nil,
        at: Instant,
        expiresAt: Instant? = nil,
        likes: MergedLikes? = nil
    ) {
        self.people = people
        self.kind = kind
        self.cause = cause
        self.actor = actor
        self.challenge = challenge
        self.subject = subject
        self.name = name
        self.at = at
        self.expiresAt = expiresAt
        self.likes = likes
    }

    public var orderingKey: EventKey { EventKey(subject.id) }
}
