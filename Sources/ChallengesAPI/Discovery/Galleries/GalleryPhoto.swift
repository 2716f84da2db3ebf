public import Identifiers
public import Values
public import Wire

/// A picture in a gallery, as one viewer sees it (2.10-gallery).
public struct GalleryPhoto: Codable, Hashable, Sendable {
    /// The id for `ChangePhoto` and `RemovePhoto`; the `id` of `photo` is the file's.
    public let photoID: PhotoID
    /// The picture.
    public let photo: Photo
    /// The owner.
    public let user: Person
    /// The kind of item that the picture belongs to.
    public let of: Place
    /// The contest, goal or sent challenge that it belongs to; `nil` if it belongs to none.
    public let challengeID: ChallengeID?
    /// The entry that it belongs to; `nil` unless `of` is `entry` or `goalEntry`.
    public let entryID: EntryID?
    /// The assignment whose submission it belongs to; `nil` unless `of` is `attempt`.
    public let assignmentID: AssignmentID?
    /// Who may see it, besides its owner. A picture of a contest's text is seen by everyone who
    /// sees the text, one of a submission by the sender and the recipient, and one of a goal's
    /// entry by the goal's owner only.
    public let audience: Audience
    /// Whether it was taken during the challenge (2.12-freshness).
    public let taken: Taken
    /// When it was added; the gallery is in this order.
    public let addedAt: Instant

    public init(
        photoID: PhotoID,
        photo: Photo,
        user: Person,
        of place: Place,
        challengeID: ChallengeID? = nil,
        entryID: EntryID? = nil,
        assignmentID: AssignmentID? = nil,
        audience: Audience,
        taken: Taken,
        addedAt: Instant
    ) {
        self.photoID = photoID
        self.photo = photo
        self.user = user
        self.of = place
        self.challengeID = challengeID
        self.entryID = entryID
        self.assignmentID = assignmentID
        self.audience = audience
        self.taken = taken
        self.addedAt = addedAt
    }

    /// The kind of item that a picture in a gallery belongs to.
    public enum Place: String, OpenEnum, CaseIterable {
        /// A submission to a dare or a workout.
        case attempt
        /// The text of a contest.
        case challenge
        /// An entry of a contest.
        case entry
        /// A completion of a contest.
        case completion
        /// A contest, added by a participant without an entry.
        case contest
        /// A personal goal.
        case goal
        /// An entry of a personal goal.
        case goalEntry
        /// No challenge: the owner's own gallery.
        case own
        /// A place of a later release.
        case unknown
    }
}
