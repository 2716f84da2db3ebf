public import Identifiers
public import Wire

/// Changes who may see a picture that the caller shows in a contest: one of an entry of theirs, or
/// of their completion (2.10-photos, FR-10). Those who may not see the entry do not see its
/// pictures either.
///
/// Refusals: `challenges.audience_unknown` at `/audience`; `challenges.photo_not_found` for a
/// picture that does not exist, is another person's, or is not shown in a contest's entry or
/// completion; then `challenges.audience_too_wide` at `/audience`.
public struct ChangePhoto: Call {
    public static let id: CallID = 0x0258
    public static let effect = Effect.once
    public static let access = Access.signedIn

    /// The row of the picture, as `Entry` names it.
    public var photo: PhotoID
    /// Who may see it beside the caller: nobody wider than those who see the contest.
    public var audience: Audience

    public init(photo: PhotoID, audience: Audience) {
        self.photo = photo
        self.audience = audience
    }

    public typealias Reply = Entry.EntryPhoto
}
