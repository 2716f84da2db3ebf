public import Identifiers
public import Wire

/// Returns the medals that a person earned, the newest first (GC-11): the caller's own, or a
/// friend's. The gold ones are the contests that the person won (FR-37).
///
/// A medal names its contest to a reader who owns the contest, is or was in it, or sees it because it
/// is public or a friend's (2.10-visibility). It names a personal goal to its owner, and while the goal
/// is for friends to these; its owner's other friends see no more than that a goal was reached, and
/// when. A void medal is not listed.
///
/// Refusals: `scoring.person_not_found` (404) for anyone else, and for a friend who is not active
/// (2.11-standing); `scoring.medal_unknown` at `/medal`; `scoring.limit_invalid` at `/limit`;
/// `scoring.cursor_invalid` at `/cursor`, also for a cursor of another person's list, or of other
/// medals.
public struct ListMedals: Call, Limited {
    public static let id: CallID = 0x040A
    public static let effect = Effect.none
    public static let access = Access.signedIn

    /// Whose medals.
    public var user: UserID
    /// Only these medals; all of them when absent.
    public var medal: Medal.Kind?
    /// How many medals at most.
    public var limit: Int?
    /// The `nextCursor` of the page before.
    public var cursor: String?

    public static let limits: FieldLimits = ["limit": .page]

    public init(
        user: UserID,
        medal: Medal.Kind? = nil,
        limit: Int? = nil,
        cursor: String? = nil
    ) {
        self.user = user
        self.medal = medal
        self.limit = limit
        self.cursor = cursor
    }

    public typealias Reply = Page<Medal>
}
