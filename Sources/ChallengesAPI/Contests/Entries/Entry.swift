public import Identifiers
public import Values
public import Wire

/// Something that a participant logged in a contest, as one viewer sees it (2.3-entries).
public struct Entry: Codable, Hashable, Sendable, Versioned, Limited {
    /// The entry.
    public let id: EntryID
    /// The contest.
    public let contest: ChallengeID
    /// The owner.
    public let user: Person
    /// The amount; `nil` if the contest counts none. Only the owner sees the amount of a deleted or
    /// removed entry, and that of an entry in a contest with a metric whose scores are percentages
    /// (2.10-ranking).
    public let amount: Amount?
    /// The contest's unit.
    public let unit: String?
    /// When it was done.
    public let occurredAt: Instant
    /// The owner's local day of `occurredAt`, fixed when the entry was logged (2.9-local-day).
    public let localDay: CivilDate
    /// Its source.
    public let source: Source
    /// The device that measured it, as the client says; `nil` if there is none. Only the owner sees
    /// that of a deleted or removed entry.
    public let device: String?
    /// A note of 0 to 2,000 characters; empty if there is none. Only the owner sees that of a
    /// deleted or removed entry.
    public let note: String
    /// The pictures that the caller may see, in order; none if it was deleted.
    public let photos: [EntryPhoto]
    /// Who may see it besides its owner.
    public let audience: Audience
    /// Whether it counts, and if not, why.
    public let state: State
    /// The query about it; `nil` if there is none.
    public let query: Query?
    /// The actions that the caller may take now.
    public let actions: [Action]
    /// When it was logged.
    public let createdAt: Instant
    /// When its owner last changed it.
    public let editedAt: Instant?
    /// The version: incremented when the owner changes it, and by a query and its decision, but not
    /// by votes. A call's `ifVersion`, in HTTP `If-Match`, is compared with it.
    public let version: Int64

    public static let limits: FieldLimits = [
        "device": .text(AddEntry.deviceLimit), "note": .text(AddEntry.noteLimit),
    ]

    public init(
        id: EntryID,
        contest: ChallengeID,
        user: Person,
        amount: Amount? = nil,
        unit: String? = nil,
        occurredAt: Instant,
        localDay: CivilDate,
        source: Source,
        device: String? = nil,
        note: String,
        photos: [EntryPhoto],
        audience: Audience,
        state: State,
        query: Query? = nil,
        actions: [Action],
        createdAt: Instant,
        editedAt: Instant? = nil,
        version: Int64
    ) {
        self.id = id
        self.contest = contest
        self.user = user
        self.amount = amount
        self.unit = unit
        self.occurredAt = occurredAt
        self.localDay = localDay
        self.source = source
        self.device = device
        self.note = note
        self.photos = photos
        self.audience = audience
        self.state = state
        self.query = query
        self.actions = actions
        self.createdAt = createdAt
        self.editedAt = editedAt
        self.version = version
    }

    private enum CodingKeys: String, CodingKey {
        case id
        case contest = "challengeID"
        case user, amount, unit, occurredAt, localDay, source, device, note, photos, audience
        case state, query, actions, createdAt, editedAt, version
    }

    /// A picture of an entry.
    public struct EntryPhoto: Codable, Hashable, Sendable {
        /// The picture.
        public let photo: Photo
        /// The id for `ChangePhoto`; the `id` of `photo` is the file's.
        public let photoID: PhotoID
        /// Who may see it besides its owner.
        public let audience: Audience
        /// Whether it was taken during the contest (2.12-freshness).
        public let taken: Taken

        public init(photo: Photo, photoID: PhotoID, audience: Audience, taken: Taken) {
            self.photo = photo
            self.photoID = photoID
            self.audience = audience
            self.taken = taken
        }
    }

    /// A query about an entry, and its votes (2.3-dispute).
    public struct Query: Codable, Hashable, Sendable {
        /// The participant who queries it; a placeholder if they are inactive, or if there is a
        /// block between them and the caller (2.11-placeholder).
        public let by: Person
        /// The reason: 1 to 500 characters; empty where `by` is a placeholder.
        public let reason: String
        /// When it was queried.
        public let at: Instant
        /// The number of votes to remove the entry. Only votes of current participants without a
        /// block with the entry's owner count.
        public let remove: Int
        /// The number of such votes to keep it.
        public let keep: Int
        /// The caller's vote: whether to remove it; `nil` if they have not voted.
        public let myVote: Bool?
        /// The decision: whether the entry was removed; `nil` while the query is open, and if the
        /// owner deleted the entry first.
        public let isRemoved: Bool?

        public init(
            by: Person,
            reason: String,
            at: Instant,
            remove: Int,
            keep: Int,
            myVote: Bool?,
            isRemoved: Bool?
        ) {
            self.by = by
            self.reason = reason
            self.at = at
            self.remove = remove
            self.keep = keep
            self.myVote = myVote
            self.isRemoved = isRemoved
        }
    }
}
