public import Identifiers
public import Wire

/// Accepts or declines a request that one has received (2.8-states).
///
/// The same answer again gives the same reply. Refuses with `identity.request_unknown` whoever
/// was not asked, and with `identity.request_closed`, the request as it stands in `current`, when
/// it was answered otherwise or withdrawn.
public struct AnswerFriendRequest: Call {
    public static let id: CallID = 0x010B
    public static let effect = Effect.once
    public static let access = Access.signedIn
    public typealias Reply = FriendRequest

    /// Which request.
    public var request: FriendRequestID
    /// Whether the two become friends.
    public var accept: Bool

    public init(request: FriendRequestID, accept: Bool) {
        self.request = request
        self.accept = accept
    }
}
