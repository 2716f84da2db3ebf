public import Wire

/// Describes an invite, for anyone who has its code, signed in or not (2.8-invites).
///
/// Everyone gets the same reply. Refuses with `identity.invite_unknown` an invite that can no
/// longer be used.
public struct GetInvite: Call, Limited {
    public static let id: CallID = 0x0122
    public static let effect = Effect.none
    public static let access = Access.anyone
    public typealias Reply = CodePreview

    /// The code.
    public var code: String

    public static let limits: FieldLimits = ["code": .text(Invite.codeLimit)]

    public init(code: String) {
        self.code = code
    }
}
