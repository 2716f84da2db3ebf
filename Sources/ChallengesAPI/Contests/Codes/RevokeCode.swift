public import Wire

/// Revokes a code (2.3-code). Users who opened it before stay invited. Revoking a revoked code does
/// nothing.
///
/// The user who made it and the owner of its contest may revoke it. Refuses everyone else, too,
/// with `challenges.code_not_found`.
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
