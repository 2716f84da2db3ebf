public import Identifiers
public import Wire

/// Lists what was logged for a contest, as far as the caller may see it, what was logged last first
/// (2.3-entries, FR-45, GC-20).
///
/// Those who are in the contest, or own it, see the entries of all, but for those that their owners
/// keep to themselves; one that was deleted or removed stays in the list, without its amount, note
/// and pictures. Others who may see the contest see the entries whose audience they belong to
/// (2.10-photos). Entries of people who are not active, or between whom and the caller there is a
/// block, are left out.
///
/// A page examines at most 500 entries. Where few of them are listed it is short or empty, and has a
/// `nextCursor` all the same.
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
    /// How many entries at most.
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
