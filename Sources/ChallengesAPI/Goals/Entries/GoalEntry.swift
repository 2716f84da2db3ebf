public import Identifiers
public import Values
public import Wire

/// Something that a person logged for a goal of theirs (CH-14, CH-22). Nobody else sees it.
public struct GoalEntry: Codable, Hashable, Sendable, Versioned, Limited {
    /// The entry.
    public let id: EntryID
    /// The goal.
    public let goal: ChallengeID
    /// How much, in the goal's unit.
    public let amount: Amount
    /// The goal's unit.
    public let unit: String?
    /// When it was done.
    public let occurredAt: Instant
    /// On which day that was for its owner, fixed when it was logged (2.9-local-day).
    public let localDay: CivilDate
    /// Where it comes from.
    public let source: Source
    /// 0 to 2,000 characters; empty if there is none.
    public let note: String
    /// Its pictures, in order.
    public let photos: [Photo]
    /// When it was logged.
    public let createdAt: Instant
    /// When it was changed last.
    public let editedAt: Instant?
    /// Incremented by each change; a call's `ifVersion`, in HTTP `If-Match`, is compared with it.
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

    /// Where an entry comes from.
    public enum Source: String, OpenEnum, CaseIterable {
        /// Typed in.
        case manual
        /// A source of a later release.
        case unknown
    }
}
