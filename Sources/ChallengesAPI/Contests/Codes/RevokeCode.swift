public import Wire

/// Revokes a code: it lets nobody in any more (2.3-code). Who opened it before stays invited.
/// Revoking it again does nothing.
///
/// The person who made it may, and the owner of its contest. Refusals: `challenges.code_not_found`,
/// for everyone else too.
public struct RevokeCode: Call, Limited {
    public static let id: CallID = 0x0246
    public static let effect = Effect.once
    public static let access = Access.signedIn

    /// The code.
    public var code: String

    public static let limits: FieldLimits = ["code": .text(ContestCode.codeLimit)]

    public init(code: String) {
        self.code = code
    }

    public typealias Reply = Nothing
}
