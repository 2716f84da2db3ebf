public import Identifiers
public import Wire

/// Asks a person to become the caller's friend (GC-08, FR-34, K-23).
///
/// Asking again while a request is open, or within 30 days of a silent refusal, returns that
/// request (2.8-silent). If the other person has asked already, the two become friends at once, and
/// the other's request is returned as `accepted` (2.8-crossing).
///
/// Refuses with `identity.request_to_self` and `identity.person_unknown` at `/to`, the latter also
/// of who is not active (2.11-standing) or behind a block (2.11-block);
/// `identity.already_friends`; `wire.id_reserved` at `/id`; `identity.id_taken` at `/id` for an id
/// in use;
/// `identity.requests_open_exhausted` beyond 50 open requests and
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
    /// The person to ask.
    public var to: UserID

    public init(id: FriendRequestID? = nil, to: UserID) {
        self.id = id
        self.to = to
    }
}
