public import Identifiers
public import Wire

/// Takes a picture of the caller's out of the gallery that they added it to, or off a goal of theirs
/// (2.10-gallery). They may have left the contest since, or it may be over.
///
/// Refusals: `challenges.photo_not_found` for a picture that does not exist or is somebody else's;
/// `challenges.photo_bound` for one that belongs to a submission, which stays as it was made, to an
/// entry or a contest, which are changed by calls of their own, or to a completion;
/// `challenges.version_stale`.
public struct RemovePhoto: Call {
    public static let id: CallID = 0x025B
    public static let effect = Effect.once
    public static let access = Access.signedIn

    /// The row of the picture, as `GalleryPhoto` names it.
    public var photo: PhotoID
    /// Refuse with `challenges.version_stale` unless what it was added to has this version: its goal,
    /// or its contest, if the caller sees that. What belongs to none has no version.
    public var ifVersion: Int64?

    public init(photo: PhotoID, ifVersion: Int64? = nil) {
        self.photo = photo
        self.ifVersion = ifVersion
    }

    public typealias Reply = Nothing
}
