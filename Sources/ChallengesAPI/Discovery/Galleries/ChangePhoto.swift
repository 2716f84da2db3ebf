public import Identifiers
public import Wire

/// Changes who may see a picture of the caller (2.10-photos): one of an entry, of a completion, of
/// a contest, of a goal, or of the caller's own gallery. Users who may not see an entry do not see
/// its pictures either.
///
/// Refusals: `challenges.audience_unknown` at `/audience`; `challenges.photo_not_found` for a
/// picture that does not exist, is another user's, or belongs to a submission, a text or a goal's
/// entry; `challenges.version_stale`; then `challenges.audience_too_wide` at `/audience`, also for
/// `owner` if the picture belongs to an entry or a completion, and for other audiences than `owner`
/// and `friends` if it belongs to a goal.
public struct ChangePhoto: Call, MergePatch {
    public static let id: CallID = 0x0258
    public static let effect = Effect.once
    public static let access = Access.signedIn

    /// The picture's id, as `photoID` of `EntryPhoto` or `GalleryPhoto`.
    public var photo: PhotoID
    /// Who may see it, besides the caller. In a contest not wider than the contest's visibility; a
    /// picture of an entry or a completion must be visible to all participants. For a goal `owner`
    /// or `friends`.
    public var audience: Audience
    /// Refuse with `challenges.version_stale` unless the picture's entry or goal, or else its
    /// contest if the caller sees the contest, has this version. Other pictures have no version.
    public var ifVersion: Int64?

    public init(photo: PhotoID, audience: Audience, ifVersion: Int64? = nil) {
        self.photo = photo
        self.audience = audience
        self.ifVersion = ifVersion
    }

    public typealias Reply = Entry.EntryPhoto
}
