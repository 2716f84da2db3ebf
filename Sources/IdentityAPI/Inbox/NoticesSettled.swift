public import Identifiers
public import Values
public import Wire

/// Notices about an object are resolved: acted on, expired, or without what they were about
/// (2.8-inbox).
///
/// Resolves notices that are not resolved yet, and changes no others. Refuses with
/// `identity.notice_invalid` an outcome or subject that this release does not know, and each field
/// that is beyond its limit, at that field. Kinds that this release does not know match no notices.
public struct NoticesSettled: Event, Limited {
    public static let id: CallID = 0x0181
    public static let effect = Effect.once
    public static let access = Access.cluster([.challenges, .scoring])

    /// The object that the notices are about.
    public var subject: Notice.Subject
    /// The kinds of notices that are resolved.
    public var kinds: [Notice.Kind]
    public static let kindsLimit = 1...16
    /// The users whose notices are resolved; `nil` for all users.
    public var people: [UserID]?
    public static let peopleLimit = 1...500
    /// The cause of the notices; `nil` for all causes. 1 to 120 characters.
    public var cause: String?
    public static let causeLimit = TextLimit(1...120)
    /// The outcome.
    public var outcome: Outcome
    /// When it happened.
    public var at: Instant

    public static let limits: FieldLimits = [
        "kinds": .items(kindsLimit), "people": .items(peopleLimit), "cause": .text(causeLimit),
    ]

    public init(
        subject: Notice.Subject,
        kinds: [Notice.Kind],
        people: [UserID]? = nil,
        cause: String? = nil,
        outcome: Outcome,
        at: Instant
    ) {
        self.subject = subject
        self.kinds = kinds
        self.people = people
        self.cause = cause
        self.outcome = outcome
        self.at = at
    }

    public var orderingKey: EventKey { EventKey(subject.id) }

    /// How notices are resolved.
    public enum Outcome: String, OpenEnum, CaseIterable {
        /// The user acted.
        case acted
        /// It is too late to act.
        case expired
        /// What the notices were about was withdrawn: they are removed.
        case gone
        /// An outcome that this release does not know; it is refused.
        case unknown
    }
}
