public import Identifiers
public import Wire

/// Lists the entries of a contest that the caller may see, the latest logged first (2.3-entries).
///
/// The owner of the contest and its participants see all entries; deleted and removed ones are
/// listed without amount, note and pictures. Other users who may see the contest see the entries
/// whose audience includes them (2.10-photos). Entries of inactive accounts, and of users who have
/// a block with the caller, are left out.
///
/// A page examines up to 500 entries, so it may be short or empty and still have a `nextCursor`.
///
/// Refusals: `challenges.contest_not_found`, `challenges.limit_invalid` at `/limit`,
/// `challenges.cursor_invalid` at `/cursor`.
public struct ListEntries: Call, Limited {
    public static let id: CallID = 0x0251
    public static let effect = Effect.none
    public static let access = Access.signedIn

    /// The contest.
    public var contest: ChallengeID
    /// Only entries of this user; of everyone when absent.
    public var user: UserID?
    /// The maximum number of entries; 20 when absent.
    public var limit: Int?
    /// The `nextCursor` of the previous page.
    public var cursor: String?

    public static let limits: FieldLimits = ["limit": .page]

    public init(
        contest: ChallengeID,
        user: UserID? = nil,
        limit: Int? = nil,
        cursor: String? = nil
    ) {
        self.contest = contest
        self.user = user
        self.limit = limit
        self.cursor = cursor
    }

    public typealias Reply = Page<Entry>
}
