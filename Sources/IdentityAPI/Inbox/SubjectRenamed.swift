public import Values
public import Wire

/// A contest or a definition has another name: notices about it show that one (2.8-inbox).
///
/// A name that is not newer than the stored one changes nothing. Refuses with
/// `identity.notice_invalid` a subject that this release does not know, and what is beyond its
/// limit, at its field.
public struct SubjectRenamed: Event, Limited {
    public static let id: CallID = 0x0183
    public static let effect = Effect.once
    public static let access = Access.cluster([.challenges])

    /// What has another name.
    public var subject: Notice.Subject
    /// Its name, 1 to 80 characters.
    public var name: String
    public static let nameLimit = TextLimit(1...80)
    /// Its version that has this name first.
    public var version: Int64
    /// When it got the name.
    public var at: Instant

    public static let limits: FieldLimits = ["name": .text(nameLimit)]

    public init(subject: Notice.Subject, name: String, version: Int64, at: Instant) {
        self.subject = subject
        self.name = name
        self.version = version
        self.at = at
    }

    public var orderingKey: EventKey { EventKey(subject.id) }
}
