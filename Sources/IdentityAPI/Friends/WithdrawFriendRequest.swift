public import Identifiers
public import Wire

/// Withdraws a friend request that the caller has sent; withdrawing it again does nothing.
///
/// Refuses with `identity.request_unknown` if the caller did not send it. Refuses with
/// `identity.request_closed`, and the request's present state in `current`, if it was accepted. A
/// silently declined request is withdrawn like an open one (2.8-silent).
public struct WithdrawFriendRequest: Call {
    public static let id: CallID = 0x010C
    public static let effect = Effect.once
    public static let access = Access.signedIn
    public typealias Reply = Nothing

    /// The request to withdraw.
    public var request: FriendRequestID

    public init(request: FriendRequestID) {
        self.request = request
    }
}
