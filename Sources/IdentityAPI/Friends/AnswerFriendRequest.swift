public import Identifiers
public import Wire

/// Accepts or declines a friend request that the caller received (2.8-states).
///
/// Repeating the same answer gives the same reply. Refuses with `identity.request_unknown` if the
/// caller is not the request's recipient, or if the caller accepts it while its sender's account is
/// inactive (2.11-standing) or the two are a blocked pair (2.11-block). Refuses with
/// `identity.request_closed`, and the request's present state in `current`, if it has the other
/// answer or was withdrawn.
public struct AnswerFriendRequest: Call {
    public static let id: CallID = 0x010B
    public static let effect = Effect.once
    public static let access = Access.signedIn
    public typealias Reply = FriendRequest

    /// The request to answer.
    public var request: FriendRequestID
    /// `true` accepts the request: the two become friends. `false` declines it.
    public var accept: Bool

    public init(request: FriendRequestID, accept: Bool) {
        self.request = request
        self.accept = accept
    }
}
