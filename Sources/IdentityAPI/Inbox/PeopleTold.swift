public import Identifiers
public import Values
public import Wire

/// Something happened that concerns users: puts a notice into each user's inbox (2.8-inbox).
///
/// A user gets one notice for each kind and cause, however often the event is delivered
/// (2.13-once), and at most 50 from one actor in 24 hours (2.8-inbox). Refuses with
/// `identity.notice_invalid` a kind or subject that this release does not know, and each field that
/// is beyond its limit, at that field.
public struct PeopleTold: Event, Limited {
    public static let id: CallID = 0x0180
    public static let effect = Effect.once
    public static let access = Access.cluster([.challenges, .scoring])

    /// The users to notify.
    public var people: [UserID]
    public static let peopleLimit = 1...500
    /// What happened.
    public var kind: Notice.Kind
    /// Identifies the notice together with its kind and user: the object's id and, if the same can
    /// happen to it again, what happened. 1 to 120 characters.
    public var cause: String
    public static let causeLimit = TextLimit(1...120)
    /// Who did it; `nil` if a time passed or a moderator did it.
    public var actor: UserID?
    /// The challenge it belongs to.
    public var challenge: ChallengeID?
    /// The object that the notice is about.
    public var subject: Notice.Subject
    /// The name of what the notice is about, 1 to 80 characters.
    public var name: String?
    public static let nameLimit = TextLimit(1...80)
    /// When it happened.
    public var at: Instant
    /// Until when the users can act on it.
    public var expiresAt: Instant?
    /// The likes that the notice counts from now on; `nil` for one more than before, and for other
    /// kinds.
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
