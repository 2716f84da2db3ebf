public import Identifiers
public import Wire

/// Accepts or declines a received friend request (2.8-states).
///
/// Repeating the same answer gives the same reply. Refuses with `identity.request_unknown` if the
/// caller was not asked, or accepts the request of someone who is not active (2.11-standing) or
/// behind a block (2.11-block); and with `identity.request_closed`, with the request's present
/// state in `current`, if it was answered otherwise or withdrawn.
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
