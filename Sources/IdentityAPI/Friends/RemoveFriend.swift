public import Identifiers
public import Wire

/// Ends a friendship; does nothing if the user is not a friend (2.8-states).
public struct RemoveFriend: Call {
    public static let id: CallID = 0x010E
    public static let effect = Effect.once
    public static let access = Access.signedIn
    public typealias Reply = Nothing

    /// The friend to remove.
    public var user: UserID

    public init(user: UserID) {
        self.user = user
    }
}
