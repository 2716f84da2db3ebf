public import Wire

/// Returns the caller's settings (2.8-settings).
///
/// Refuses with `wire.sign_in_needed` if the caller's account no longer exists.
public struct GetSettings: Call {
    public static let id: CallID = 0x010F
    public static let effect = Effect.none
    public static let access = Access.signedIn
    public typealias Reply = Settings

    public init() {}
}
