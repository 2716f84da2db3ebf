public import Identifiers
public import Wire

/// Lists a contest's codes, newest first, without revoked ones (2.3-code). The contest's owner sees
/// all codes, other users only those that they made.
///
/// Refusals: `challenges.contest_not_found`, `challenges.limit_invalid` at `/limit`,
/// `challenges.cursor_invalid` at `/cursor`, also for a cursor of another contest.
public struct ListCodes: Call, Limited {
    public static let id: CallID = 0x0243
    public static let effect = Effect.none
    public static let access = Access.signedIn

    /// The contest.
    public var contest: ChallengeID
    /// The maximum number of codes; 20 when absent.
    public var limit: Int?
    /// The `nextCursor` of the previous page.
    public var cursor: String?

    public static let limits: FieldLimits = ["limit": .page]

    public init(contest: ChallengeID, limit: Int? = nil, cursor: String? = nil) {
        self.contest = contest
        self.limit = limit
        self.cursor = cursor
    }

    public typealias Reply = Page<ContestCode>
}
