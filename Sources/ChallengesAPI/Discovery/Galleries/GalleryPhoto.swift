public import Identifiers
public import Values
public import Wire

/// A picture of a gallery, as one person sees it (2.10-gallery).
public struct GalleryPhoto: Codable, Hashable, Sendable {
    /// By which `ChangePhoto` and `RemovePhoto` name it; the picture's own `id` is its file's.
    public let photoID: PhotoID
    /// The picture.
    public let photo: Photo
    /// Whose it is.
    public let user: Person
    /// What it is a picture of.
    public let of: Place
    /// The contest, the goal, or the challenge of the submission, that it is shown in; `nil` for one
    /// that is kept without a challenge.
    public let challengeID: ChallengeID?
    /// The entry that it belongs to; `nil` where `of` is neither `entry` nor `goalEntry`.
    public let entryID: EntryID?
    /// The assignment whose submission it belongs to; `nil` where `of` is not `attempt`.
    public let assignmentID: AssignmentID?
    /// Who may see it beside its owner. One of a contest's text is seen by whoever sees that, one of a
    /// submission by the two people of the assignment, one of a goal's entry by the goal's owner.
    public let audience: Audience
    /// Whether it was taken during the challenge (2.12-freshness).
    public let taken: Taken
    /// When it was added, which orders the gallery.
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

    /// What a picture of a gallery belongs to.
    public enum Place: String, OpenEnum, CaseIterable {
        /// A submission to a dare or a workout.
        case attempt
        /// What a contest is about.
        case challenge
        /// An entry of a contest.
        case entry
        /// What somebody shows for having completed a contest.
        case completion
        /// A contest, to which somebody added it by itself.
        case contest
        /// A personal goal.
        case goal
        /// An entry of a personal goal.
        case goalEntry
        /// No challenge.
        case own
        /// A place of a later release.
        case unknown
    }
}
