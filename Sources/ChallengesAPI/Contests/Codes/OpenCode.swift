public import Wire

/// Opens a code: invites the caller to its contest and counts one use of the code (2.3-code).
///
/// A caller who is already invited, requested or joined gets the same reply, and no use is counted.
/// If the contest needs approval, joining by a code alone creates a join request.
///
/// Refuses with `challenges.code_not_found`, without telling the cases apart: a code that never
/// existed, was revoked, has expired or is used up; a code of a contest that is over, whose
/// visibility was narrowed after the code was made, or that has started and does not allow late
/// joining; a code whose maker, or whose contest's owner, is inactive; a participant's code once
/// its maker was removed or the contest no longer lets participants invite (a maker who left does
/// not matter); and a caller whom the owner removed or refused, or who has a block with the owner
/// or the maker. Then refuses with `challenges.version_stale`, with the current contest if the
/// caller already sees it.
public struct OpenCode: Call, Limited {
    public static let id: CallID = 0x0244
    public static let effect = Effect.once
    public static let access = Access.signedIn

    /// The code.
    public var code: String
    /// Refuse with `challenges.version_stale` unless its contest has this version. For a caller who
    /// does not see the contest yet, it has no version.
    public var ifVersion: Int64?

    public static let limits: FieldLimits = ["code": .text(ContestCode.codeLimit)]

    public init(code: String, ifVersion: Int64? = nil) {
        self.code = code
        self.ifVersion = ifVersion
    }

    public typealias Reply = Contest
}
