public import Identifiers
public import Values
public import Wire

/// Something that a person did for a contest, as one person sees it (2.3-entries).
public struct Entry: Codable, Hashable, Sendable, Versioned, Limited {
    /// The entry.
    public let id: EntryID
    /// The contest.
    public let contest: ChallengeID
    /// Whose it is.
    public let user: Person
    /// How much; `nil` where nothing is counted. Only its owner sees that of one that was deleted
    /// or removed, and that of what a phone measures where scores are percentages (2.10-ranking).
    public let amount: Amount?
    /// The contest's unit.
    public let unit: String?
    /// When it was done.
    public let occurredAt: Instant
    /// On which day that was for its owner, fixed when it was logged (2.9-local-day).
    public let localDay: CivilDate
    /// Where it comes from.
    public let source: Source
    /// What measured it, as the client says; `nil` also of one that was deleted or removed for
    /// everyone but its owner.
    public let device: String?
    /// 0 to 2,000 characters; empty if there is none, and of one that was deleted or removed for
    /// everyone but its owner.
    public let note: String
    /// Its pictures, in order, as far as the caller may see them; none of one that was deleted.
    public let photos: [EntryPhoto]
    /// Who may see it beside its owner.
    public let audience: Audience
    /// Whether it counts.
    public let state: State
    /// The query about it; `nil` if nobody queries it.
    public let query: Query?
    /// What the caller may do with it now.
    public let actions: [Action]
    /// When it was logged.
    public let createdAt: Instant
    /// When its owner changed it last.
    public let editedAt: Instant?
    /// Incremented by each change of its owner's, by a query and by the decision about it, and not
    /// by votes; a call's `ifVersion`, in HTTP `If-Match`, is compared with it.
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
        /// By which `ChangePhoto` changes its audience; the picture's own `id` is its file's.
        public let photoID: PhotoID
        /// Who may see it beside its owner.
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

    /// A query about an entry, and what the participants say (2.3-dispute).
    public struct Query: Codable, Hashable, Sendable {
        /// Who queries it; a placeholder where there is a block between them and the caller, or
        /// they are not active (2.11-placeholder).
        public let by: Person
        /// 1 to 500 characters; empty where `by` is a placeholder.
        public let reason: String
        /// When.
        public let at: Instant
        /// How many want it removed, of those whose votes count: who are in the contest and have no
        /// block with the entry's owner.
        public let remove: Int
        /// How many of them want it kept.
        public let keep: Int
        /// What the caller voted: whether to remove it; `nil` if they did not.
        public let myVote: Bool?
        /// Whether it was removed in the end; `nil` while it is open, and if its owner deleted it
        /// meanwhile.
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
