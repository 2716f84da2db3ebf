public import Identifiers
public import Values
public import Wire

/// Notices about a row are dealt with: acted on, too late, or without what they were about
/// (2.8-inbox).
///
/// Settles notices that are not settled yet, and changes no others. Refuses with
/// `identity.notice_invalid` an outcome or subject that this release does not know, and what is
/// beyond its limit, at its field; kinds that it does not know have no notices here.
public struct NoticesSettled: Event, Limited {
    public static let id: CallID = 0x0181
    public static let effect = Effect.once
    public static let access = Access.cluster([.challenges, .scoring])

    /// The row that they are about.
    public var subject: Notice.Subject
    /// The kinds that are settled.
    public var kinds: [Notice.Kind]
    public static let kindsLimit = 1...16
    /// Only these people's; `nil` for everyone's.
    public var people: [UserID]?
    public static let peopleLimit = 1...500
    /// Only notices of this cause; `nil` for all causes. 1 to 120 characters.
    public var cause: String?
    public static let causeLimit = TextLimit(1...120)
    /// What became of them.
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

    /// What became of notices.
    public enum Outcome: String, OpenEnum, CaseIterable {
        /// Their person acted.
        case acted
        /// It is too late to act.
        case expired
        /// What they were about was taken back: they are removed.
        case gone
        /// An outcome that this release does not know; it is refused.
        case unknown
    }
}
