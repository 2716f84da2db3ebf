public import Identifiers
public import Wire

/// Adds pictures of the caller to a contest that they participate in, to one of their goals, or to
/// their own gallery without a challenge (2.10-gallery).
///
/// They can be added at any time, even when the contest or goal is over, unless the contest was
/// cancelled. They do not count for the result. Pictures of a goal are added after its existing
/// ones. A picture that was added there before stays as it is, with its audience; so repeating the
/// call adds nothing twice.
///
/// Refusals about fields, all together: `challenges.media_missing` and `challenges.media_too_many`
/// at `/mediaIDs`, `challenges.media_repeated` at `/mediaIDs/N`, `challenges.audience_unknown` at
/// `/audience`; `wire.malformed` for a contest and a goal together. Then
/// `challenges.contest_not_found`, `challenges.goal_not_found`, `challenges.not_in_contest`,
/// `challenges.version_stale`, with the current contest or goal; `challenges.contest_over` for a
/// cancelled contest, `challenges.audience_too_wide` at `/audience`; `challenges.photos_too_many`
/// for the 1,001st picture that the caller adds to the contest, the goal's 1,001st picture, or the
/// 5,001st in the caller's own gallery; `challenges.media_not_found` at `/mediaIDs/N` for a picture
/// that does not exist or is not the caller's.
public struct AddPhotos: Call, Limited {
    public static let id: CallID = 0x0259
    public static let effect = Effect.once
    public static let access = Access.signedIn

    /// The contest; absent for other pictures.
    public var contest: ChallengeID?
    /// The goal; absent for other pictures.
    public var goal: ChallengeID?
    /// The pictures, uploaded by the caller.
    public var mediaIDs: [MediaID]
    public static let mediaLimit = 1...10
    /// Who may see them, besides the caller. In a contest not wider than the contest's visibility,
    /// and `participants` when absent. For a goal `owner` or `friends` (friends who may see the
    /// goal), and `friends` when absent. In the caller's own gallery `owner` when absent;
    /// `participants` then includes nobody else.
    public var audience: Audience?
    /// Refuse with `challenges.version_stale` unless the contest, or the goal, has this version.
    /// The caller's own gallery has no version.
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

    /// The pictures as they are in the gallery after the call.
    public struct Reply: Codable, Hashable, Sendable {
        /// In the order of the call.
        public let items: [GalleryPhoto]

        public init(items: [GalleryPhoto]) {
            self.items = items
        }
    }
}
