public import Wire

/// A like that a notice counts was withdrawn or given again: corrects the notice, or removes it if
/// no likes are left (2.13-merged).
///
/// Changes only notices that are neither resolved nor dismissed, and creates none. Refuses with
/// `identity.notice_invalid` a subject that this release does not know, and each field that is
/// beyond its limit, at that field.
public struct LikesCounted: Event, Limited {
    public static let id: CallID = 0x0182
    public static let effect = Effect.once
    public static let access = Access.cluster([.challenges])

    /// The liked contest or definition.
    public var subject: Notice.Subject
    /// The cause of the notice. 1 to 120 characters.
    public var cause: String
    public static let causeLimit = TextLimit(1...120)
    /// The remaining likes that the notice counts.
    public var likes: MergedLikes

    public static let limits: FieldLimits = ["cause": .text(causeLimit)]

    public init(subject: Notice.Subject, cause: String, likes: MergedLikes) {
        self.subject = subject
        self.cause = cause
        self.likes = likes
    }

    public var orderingKey: EventKey { EventKey(subject.id) }
}
