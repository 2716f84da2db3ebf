public import Identifiers
public import Values
public import Wire

/// An entry that a user logged in one of their goals. Only that user sees it.
public struct GoalEntry: Codable, Hashable, Sendable, Versioned, Limited {
    /// The entry.
    public let id: EntryID
    /// The goal.
    public let goal: ChallengeID
    /// The amount, in the goal's unit.
    public let amount: Amount
    /// The goal's unit.
    public let unit: String?
    /// When it was done.
    public let occurredAt: Instant
    /// The owner's local day of `occurredAt`, fixed when the entry was logged (2.9-local-day).
    public let localDay: CivilDate
    /// Its source.
    public let source: Source
    /// A note of 0 to 2,000 characters; empty if there is none.
    public let note: String
    /// Its pictures, in order.
    public let photos: [Photo]
    /// When it was logged.
    public let createdAt: Instant
    /// When it was last changed.
    public let editedAt: Instant?
    /// The version: incremented by each change. A call's `ifVersion`, in HTTP `If-Match`, is
    /// compared with it.
    public let version: Int64

    public static let limits: FieldLimits = ["note": .text(AddEntry.noteLimit)]

    public init(
        id: EntryID,
        goal: ChallengeID,
        amount: Amount,
        unit: String? = nil,
        occurredAt: Instant,
        localDay: CivilDate,
        source: Source,
        note: String,
        photos: [Photo],
        createdAt: Instant,
        editedAt: Instant? = nil,
        version: Int64
    ) {
        self.id = id
        self.goal = goal
        self.amount = amount
        self.unit = unit
        self.occurredAt = occurredAt
        self.localDay = localDay
        self.source = source
        self.note = note
        self.photos = photos
        self.createdAt = createdAt
        self.editedAt = editedAt
        self.version = version
    }

    private enum CodingKeys: String, CodingKey {
        case id
        case goal = "goalID"
        case amount, unit, occurredAt, localDay, source, note, photos, createdAt, editedAt, version
    }

    /// The source of an entry.
    public enum Source: String, OpenEnum, CaseIterable {
        /// The user typed it in.
        case manual
        /// A timer of this service measured it.
        case timing
        /// A source of a later release.
        case unknown
    }
}
