public import Wire

/// Shows one's own account (CA-23, GC-47).
///
/// Refuses with `wire.sign_in_needed` where the account has gone.
public struct GetMe: Call {
    public static let id: CallID = 0x0105
    public static let effect = Effect.none
    public static let access = Access.signedIn
    public typealias Reply = Account

    public init() {}
}
