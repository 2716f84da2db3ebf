public import Identifiers
public import Wire

/// Gives a person the moderator's right, or takes it away.
///
/// Access tokens carry the right, so all sessions of the person end when it is taken away; when
/// it is given, the next refresh brings it. Refuses with `identity.person_unknown` at `/user`.
public struct SetModerator: Call {
    public static let id: CallID = 0x0145
    public static let effect = Effect.once
    public static let access = Access.operator
    public typealias Reply = Nothing

    /// Who.
    public var user: UserID
    /// Whether the person shall have the right.
    public var isModerator: Bool

    public init(user: UserID, isModerator: Bool) {
        self.user = user
        self.isModerator = isModerator
    }
}
