public import Identifiers
public import Wire

/// Makes an uploaded picture one's avatar (CA-24, GC-29, FR-26).
///
/// Refuses with `identity.avatar_invalid` at `/mediaID` when the picture is not one's own or is
/// not finished, and with `wire.sign_in_needed` where the asker's account has gone.
public struct SetAvatar: Call {
    public static let id: CallID = 0x0106
    public static let effect = Effect.once
    public static let access = Access.signedIn
    public typealias Reply = Account

    /// A picture that the asker has uploaded.
    public var mediaID: MediaID

    public init(mediaID: MediaID) {
        self.mediaID = mediaID
    }
}
