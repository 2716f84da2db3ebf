public import Identifiers
public import Wire

/// Removes a picture that the caller added to a contest, a goal or their own gallery
/// (2.10-gallery). It can be removed even after the caller left the contest, or when it is over.
///
/// Refusals: `challenges.photo_not_found` for a picture that does not exist or is another user's;
/// `challenges.photo_bound` for one that belongs to a completion, to a submission, which never
/// changes, or to an entry or a contest's text, which have their own calls for changes;
/// `challenges.version_stale`.
public struct RemovePhoto: Call {
    public static let id: CallID = 0x025B
    public static let effect = Effect.once
    public static let access = Access.signedIn

    /// The picture's id, as `photoID` of `GalleryPhoto`.
    public var photo: PhotoID
    /// Refuse with `challenges.version_stale` unless the picture's goal, or its contest if the
    /// caller sees the contest, has this version. Other pictures have no version.
    public var ifVersion: Int64?

    public init(photo: PhotoID, ifVersion: Int64? = nil) {
        self.photo = photo
        self.ifVersion = ifVersion
    }

    public typealias Reply = Nothing
}
