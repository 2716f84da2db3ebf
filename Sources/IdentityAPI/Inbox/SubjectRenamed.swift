public import Values
public import Wire

/// A contest or a definition was renamed: notices about it show the new name (2.8-inbox).
///
/// A name that is not newer than the stored one changes nothing. Refuses with
/// `identity.notice_invalid` a subject that this release does not know, and each field that is
/// beyond its limit, at that field.
public struct SubjectRenamed: Event, Limited {
    public static let id: CallID = 0x0183
    public static let effect = Effect.once
    public static let access = Access.cluster([.challenges])

    /// The renamed contest or definition.
    public var subject: Notice.Subject
    /// The new name, 1 to 80 characters.
    public var name: String
    public static let nameLimit = TextLimit(1...80)
    /// The first version that has this name.
    public var version: Int64
    /// When it was renamed.
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
