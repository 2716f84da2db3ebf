public import Wire

/// Ends the caller's session; ending it again does nothing.
///
/// Gateways learn of it within a second and refuse its access tokens from then on.
public struct SignOut: Call {
    public static let id: CallID = 0x0104
    public static let effect = Effect.once
    public static let access = Access.signedIn
    public typealias Reply = Nothing

    public init() {}
}
