public import Identifiers
public import Wire

/// Changes who may see a picture that the caller shows in a contest: one of an entry of theirs, of
/// their completion, or one that they added (2.10-photos, FR-10); or one of a goal of theirs, or that
/// they keep without a challenge. Those who may not see the entry do not see its
/// pictures either.
///
/// Refusals: `challenges.audience_unknown` at `/audience`; `challenges.photo_not_found` for a
/// picture that does not exist, is another person's, or belongs to a submission, a text or
/// an entry of a goal; `challenges.version_stale`; then `challenges.audience_too_wide` at `/audience`, also for `owner` where the
/// picture is of an entry or a completion, and for any but `owner` and `friends` of a goal's.
public struct ChangePhoto: Call, MergePatch {
    public static let id: CallID = 0x0258
    public static let effect = Effect.once
    public static let access = Access.signedIn

    /// The row of the picture, as `Entry` and `GalleryPhoto` name it.
    public var photo: PhotoID
    /// Who may see it beside the caller: in a contest no more people than see that and, where it is
    /// of an entry or a completion, all who are in it; of a goal `owner` or `friends`.
    public var audience: Audience
    /// Refuse with `challenges.version_stale` unless what shows the picture has this version: its
    /// entry, its goal, or else its contest, if the caller sees that. What belongs to none has no
    /// version.
    public var ifVersion: Int64?

    public init(photo: PhotoID, audience: Audience, ifVersion: Int64? = nil) {
        self.photo = photo
        self.audience = audience
        self.ifVersion = ifVersion
    }

    public typealias Reply = Entry.EntryPhoto
}
