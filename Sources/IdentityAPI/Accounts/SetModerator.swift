public import Identifiers
public import Wire

/// Grants the moderator's right to a user, or revokes it.
///
/// Access tokens carry the right, so revoking it ends all of the user's sessions. A granted right
/// takes effect with the next refresh. Refuses with `identity.person_unknown` at `/user`.
public struct SetModerator: Call {
    public static let id: CallID = 0x0145
    public static let effect = Effect.once
    public static let access = Access.operator
    public typealias Reply = Nothing

    /// The user.
    public var user: UserID
    /// Whether the user has the right from now on.
    public var isModerator: Bool

    public init(user: UserID, isModerator: Bool) {
        self.user = user
        self.isModerator = isModerator
    }
}
