public import Identifiers
public import Wire

/// Ends a friendship; with somebody who is no friend it changes nothing (2.8-states).
public struct RemoveFriend: Call {
    public static let id: CallID = 0x010E
    public static let effect = Effect.once
    public static let access = Access.signedIn
    public typealias Reply = Nothing

    /// Whose friend one was.
    public var user: UserID

    public init(user: UserID) {
        self.user = user
    }
}
