public import Wire

/// Revokes one of the caller's invites (2.8-invites). What it did for others stays. Revoking a
/// revoked or expired invite does nothing.
///
/// Refuses with `identity.invite_unknown`, also an invite of another user.
public struct RevokeInvite: Call, Limited {
    public static let id: CallID = 0x0123
    public static let effect = Effect.once
    public static let access = Access.signedIn
    public typealias Reply = Nothing

    /// The code.
    public var code: String

    public static let limits: FieldLimits = ["code": .text(Invite.codeLimit)]

    public init(code: String) {
        self.code = code
    }
}
