public import Identifiers
public import Wire

/// The codes of a contest, newest first, but for those that were revoked (2.3-code): all of them
/// for its owner, their own for everyone else.
///
/// Refusals: `challenges.contest_not_found`, `challenges.limit_invalid` at `/limit`,
/// `challenges.cursor_invalid` at `/cursor`, also for a cursor of another contest.
public struct ListCodes: Call, Limited {
    public static let id: CallID = 0x0243
    public static let effect = Effect.none
    public static let access = Access.signedIn

    /// The contest.
    public var contest: ChallengeID
    /// How many codes at most.
    public var limit: Int?
    /// The `nextCursor` of the page before.
    public var cursor: String?

    public static let limits: FieldLimits = ["limit": .page]

    public init(contest: ChallengeID, limit: Int? = nil, cursor: String? = nil) {
        self.contest = contest
        self.limit = limit
        self.cursor = cursor
    }

    public typealias Reply = Page<ContestCode>
}
