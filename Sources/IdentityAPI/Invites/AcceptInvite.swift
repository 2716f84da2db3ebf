public import Wire

/// Accepts an invite and counts one use of it (2.8-invites). A `friend` invite makes the caller and
/// the inviter friends at once.
///
/// A caller who accepted it before gets the same reply, and no use is counted.
///
/// Refuses with `identity.invite_unknown`, without telling the cases apart: an invite that never
/// existed, was revoked, has expired or is used up; one whose inviter is inactive; and a caller who
/// has a block with the inviter. Refuses the inviter's own with `identity.invite_own`.
/// `wire.sign_in_needed` if the caller's account is gone.
public struct AcceptInvite: Call, Limited {
    public static let id: CallID = 0x0124
    public static let effect = Effect.once
    public static let access = Access.signedIn
    public typealias Reply = CodePreview

    /// The code.
    public var code: String

    public static let limits: FieldLimits = ["code": .text(Invite.codeLimit)]

    public init(code: String) {
        self.code = code
    }
}
