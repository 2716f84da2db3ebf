public import Wire

/// Removes the caller's avatar. Does nothing if there is none.
///
/// Refuses with `wire.sign_in_needed` if the caller's account no longer exists.
public struct RemoveAvatar: Call {
    public static let id: CallID = 0x0112
    public static let effect = Effect.once
    public static let access = Access.signedIn
    public typealias Reply = Account

    public init() {}
}
