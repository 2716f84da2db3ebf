public import Identifiers
public import Wire

/// Returns a user's profile, and the user's relationship to the caller.
///
/// Refuses with `identity.person_unknown`, also if the account is inactive, unless it is the
/// caller's own (2.11-standing).
public struct GetPerson: Call {
    public static let id: CallID = 0x0108
    public static let effect = Effect.none
    public static let access = Access.signedIn
    public typealias Reply = Profile

    /// The user to return.
    public var user: UserID

    public init(user: UserID) {
        self.user = user
    }
}

/// A user's profile, and the caller's relationship to the user.
public struct Profile: Codable, Hashable, Sendable {
    /// The user's id.
    public let id: UserID
    /// The username, unique, folded to lower case.
    public let username: String
    /// The first name, 1 to 80 characters.
    public let firstName: String
    /// The last name, 0 to 80 characters.
    public let lastName: String
    /// The picture; `nil` if the user has none.
    public let avatarURL: MediaReference?
    /// The caller's relationship to the user.
    public let relationship: Relationship
    /// The open friend request between the two, for `requestSent` and `requestReceived`.
    public let friendRequestID: FriendRequestID?
    /// The name that the user goes by, 1 to 80 characters; `nil` if the user has none.
    public let displayName: String?
    /// What the user says about themselves, 1 to 300 characters; `nil` if nothing.
    public let bio: String?

    public init(
        id: UserID,
        username: String,
        firstName: String,
        lastName: String,
        avatarURL: MediaReference?,
        relationship: Relationship,
        friendRequestID: FriendRequestID? = nil,
        displayName: String? = nil,
        bio: String? = nil
    ) {
        self.id = id
        self.username = username
        self.firstName = firstName
        self.lastName = lastName
        self.avatarURL = avatarURL
        self.relationship = relationship
        self.friendRequestID = friendRequestID
        self.displayName = displayName
        self.bio = bio
    }

    /// The caller's relationship to a user.
    public enum Relationship: String, OpenEnum, CaseIterable {
        /// The user is the caller.
        case me
        /// The two are friends.
        case friends
        /// The caller has sent a friend request that is open or was silently declined (2.8-silent).
        case requestSent
        /// The user has sent the caller a friend request that is open.
        case requestReceived
        /// None of these.
        case none
        /// A relationship that this release does not know.
        case unknown
    }
}
