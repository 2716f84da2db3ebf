public import Identifiers
public import Wire

/// Sends a friend request.
///
/// Sending again while a request to the same user is open, or within 30 days of a silent refusal,
/// returns that request (2.8-silent). If the other user has already sent the caller a request, the
/// two become friends at once, and the other's request is returned as `accepted` (2.8-crossing).
///
/// Refuses with `identity.request_to_self` at `/to`; `identity.person_unknown` at `/to`, also if
/// the recipient's account is inactive (2.11-standing) or the two are a blocked pair (2.11-block);
/// `identity.already_friends`; `wire.id_reserved` at `/id`; `identity.id_taken` at `/id` for an id
/// in use; `identity.requests_open_exhausted` beyond 50 open requests and
/// `identity.requests_a_day_exhausted` beyond 30 in 24 hours (2.8-requests); `wire.sign_in_needed`
/// if the caller's account no longer exists.
public struct SendFriendRequest: ChoosesID {
    public static let id: CallID = 0x0109
    public static let effect = Effect.once
    public static let access = Access.signedIn
    public typealias Reply = FriendRequest

    /// The id of the new request; the service picks one when absent.
    public var id: FriendRequestID?
    public static let chosenIDField = "id"
    public var chosenID: FriendRequestID? { id }
    /// The recipient.
    public var to: UserID

    public init(id: FriendRequestID? = nil, to: UserID) {
        self.id = id
        self.to = to
    }
}
