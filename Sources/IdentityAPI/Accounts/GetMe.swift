public import Wire

/// Returns the caller's own account.
///
/// Refuses with `wire.sign_in_needed` if the account no longer exists.
public struct GetMe: Call {
    public static let id: CallID = 0x0105
    public static let effect = Effect.none
    public static let access = Access.signedIn
    public typealias Reply = Account

    public init() {}
}
