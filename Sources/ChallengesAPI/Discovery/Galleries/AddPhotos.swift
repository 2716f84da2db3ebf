public import Identifiers
public import Wire

/// Adds pictures of the caller's to a contest that they are in, or to a goal of theirs, or keeps them
/// without a challenge (2.10-gallery, FR-10, CH-06, CH-08).
///
/// They may be added at any moment, also when the contest or the goal is over, unless the contest was
/// cancelled; they count for nothing. Those of a goal come behind the pictures that it has. A picture that was added there before stays as it is, whatever audience the call
/// names, so repeating the call adds none twice.
///
/// Refusals, all of those about fields together: `challenges.media_missing` and
/// `challenges.media_too_many` at `/mediaIDs`, `challenges.media_repeated` at `/mediaIDs/N`,
/// `challenges.audience_unknown` at `/audience`; `wire.malformed` for a contest and a goal together.
/// Then `challenges.contest_not_found`, `challenges.goal_not_found`, `challenges.not_in_contest`,
/// `challenges.version_stale`, with the present contest or goal; `challenges.contest_over` for one that was cancelled,
/// `challenges.audience_too_wide` at `/audience`; `challenges.photos_too_many` for the 1,001st picture
/// that the caller adds to the contest, or that the goal then has, or the 5,001st that they keep
/// without one;
/// `challenges.media_not_found` at `/mediaIDs/N` for a picture that does not exist or belongs to
/// another user.
public struct AddPhotos: Call, Limited {
    public static let id: CallID = 0x0259
    public static let effect = Effect.once
    public static let access = Access.signedIn

    /// The contest; absent for pictures that belong to none.
    public var contest: ChallengeID?
    /// The goal; absent for pictures that belong to none.
    public var goal: ChallengeID?
    /// The caller's own uploaded pictures.
    public var mediaIDs: [MediaID]
    public static let mediaLimit = 1...10
    /// Who may see them beside the caller: in a contest nobody wider than those who see it, and
    /// `participants` when absent; of a goal `owner` or `friends`, which is whoever sees the goal, and
    /// `friends` when absent; elsewhere `owner` when absent, and there are no participants.
    public var audience: Audience?
    /// Refuse with `challenges.version_stale` unless the contest, or the goal, has this version. What
    /// belongs to none has no version.
    public var ifVersion: Int64?

    public static let limits: FieldLimits = ["mediaIDs": .distinctItems(mediaLimit)]

    public init(
        contest: ChallengeID? = nil,
        goal: ChallengeID? = nil,
        mediaIDs: [MediaID],
        audience: Audience? = nil,
        ifVersion: Int64? = nil
    ) {
        self.contest = contest
        self.goal = goal
        self.mediaIDs = mediaIDs
        self.audience = audience
        self.ifVersion = ifVersion
    }

    /// The pictures as they are now in the gallery.
    public struct Reply: Codable, Hashable, Sendable {
        /// In the order of the call.
        public let items: [GalleryPhoto]

        public init(items: [GalleryPhoto]) {
            self.items = items
        }
    }
}
