public import Wire

/// Opens a code: invites the caller to its contest, which is a use of the code (2.3-code).
///
/// A caller who is invited already, has asked to join, or is in the contest uses none, and gets the
/// same answer. Where the owner lets in those whom no person invited, joining by a code is a
/// request.
///
/// Refuses with `challenges.code_not_found`, always alike, a code that never was, was revoked, has
/// expired or is used up; one of a contest that is over, that fewer may see since it was made, or
/// that has begun where nobody joins after the start; one while the owner, or who made it, is not
/// active, or once who made it was removed, or may no longer invite people but by having left; and
/// a caller whom the owner has removed or refused, or between whom and the owner, or who made the
/// code, there is a block. Then refuses with `challenges.version_stale`, with the present contest if
/// the caller sees it already.
public struct OpenCode: Call, Limited {
    public static let id: CallID = 0x0244
    public static let effect = Effect.once
    public static let access = Access.signedIn

    /// The code.
    public var code: String
    /// Refuse with `challenges.version_stale` unless its contest has this version. For who does not
    /// see that yet it has none.
    public var ifVersion: Int64?

    public static let limits: FieldLimits = ["code": .text(ContestCode.codeLimit)]

    public init(code: String, ifVersion: Int64? = nil) {
        self.code = code
        self.ifVersion = ifVersion
    }

    public typealias Reply = Contest
}
