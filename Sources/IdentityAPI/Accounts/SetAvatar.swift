public import Identifiers
public import Wire

/// Makes an uploaded picture the caller's avatar.
///
/// Refuses with `identity.avatar_invalid` at `/mediaID` if the picture is not the caller's own or
/// its upload is not finished, and with `wire.sign_in_needed` if the caller's account no longer
/// exists.
public struct SetAvatar: Call {
    public static let id: CallID = 0x0106
    public static let effect = Effect.once
    public static let access = Access.signedIn
    public typealias Reply = Account

    /// A picture that the caller has uploaded.
    public var mediaID: MediaID

    public init(mediaID: MediaID) {
        self.mediaID = mediaID
    }
}
