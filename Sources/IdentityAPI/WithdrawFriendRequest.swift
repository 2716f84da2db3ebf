public import Identifiers
public import Wire

/// Takes a request back that one has sent; taking it back again changes nothing.
///
/// Refuses with `identity.request_unknown` whoever did not send it, and with
/// `identity.request_closed`, the request as it stands in `current`, when it was accepted. One
/// that was silently declined is withdrawn like an open one (2.8-silent).
public struct WithdrawFriendRequest: Call {
    public static let id: CallID = 0x010C
    public static let effect = Effect.once
    public static let access = Access.signedIn
    public typealias Reply = Nothing

    /// Which request.
    public var request: FriendRequestID

    public init(request: FriendRequestID) {
        self.request = request
    }
}
