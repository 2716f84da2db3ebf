public import Wire

/// Someone took back a like that a notice counts, or likes the thing again: corrects the notice, or
/// removes it if nobody is left (2.13-merged).
///
/// Changes only notices that are neither settled nor dismissed, and makes none. Refuses with
/// `identity.notice_invalid` a subject that this release does not know, and what is beyond its
/// limit, at its field.
public struct LikesCounted: Event, Limited {
    public static let id: CallID = 0x0182
    public static let effect = Effect.once
    public static let access = Access.cluster([.challenges])

    /// The thing that people like.
    public var subject: Notice.Subject
    /// The cause of the notice. 1 to 120 characters.
    public var cause: String
    public static let causeLimit = TextLimit(1...120)
    /// The likes that remain of those that the notice counts.
    public var likes: MergedLikes

    public static let limits: FieldLimits = ["cause": .text(causeLimit)]

    public init(subject: Notice.Subject, cause: String, likes: MergedLikes) {
        self.subject = subject
        self.cause = cause
        self.likes = likes
    }

    public var orderingKey: EventKey { EventKey(subject.id) }
}
