public import Identifiers
public import Wire

/// Returns a person as strangers and friends see them, and their relationship to the caller (GC-08,
/// SF-08).
///
/// Refuses with `identity.person_unknown`, also of someone else who is not active (2.11-standing).
public struct GetPerson: Call {
    public static let id: CallID = 0x0108
    public static let effect = Effect.none
    public static let access = Access.signedIn
    public typealias Reply = Profile

    /// The person to return.
    public var user: UserID

    public init(user: UserID) {
        self.user = user
    }
}

/// A person, and the caller's relationship to them.
public struct Profile: Codable, Hashable, Sendable {
    /// The person's id.
    public let id: UserID
    /// Unique, folded to lower case.
    public let username: String
    /// 1 to 80 characters.
    public let firstName: String
    /// 0 to 80 characters.
    public let lastName: String
    /// The picture; `nil` if the person has none.
    public let avatarURL: MediaReference?
    /// What the caller is to the person.
    public let relationship: Relationship
    /// The open request between the two, for `requestSent` and `requestReceived`.
    public let friendRequestID: FriendRequestID?

    public init(
        id: UserID,
        username: String,
        firstName: String,
        lastName: String,
        avatarURL: MediaReference?,
        relationship: Relationship,
        friendRequestID: FriendRequestID? = nil
    ) {
        self.id = id
        self.username = username
        self.firstName = firstName
        self.lastName = lastName
        self.avatarURL = avatarURL
        self.relationship = relationship
        self.friendRequestID = friendRequestID
    }

    /// What the caller is to the person.
    public enum Relationship: String, OpenEnum, CaseIterable {
        /// The caller themselves.
        case me
        /// A friend.
        case friends
        /// The caller has sent a request that is open or was silently declined (2.8-silent).
        case requestSent
        /// The person has sent the caller a request that is open.
        case requestReceived
        /// A stranger.
        case none
        /// A relationship that this release does not know.
        case unknown
    }
}
