public import Identifiers
public import Wire

/// Returns the medals that a user earned, newest first. The user is the caller or a friend. Gold
/// medals are the contests that the user won.
///
/// A medal names its contest to viewers who own the contest, are or were participants, or see it
/// because it is public or a friend's (2.10-visibility). It names a personal goal to the goal's
/// owner and, while the goal is for friends, to the owner's friends. Otherwise friends see only
/// that a goal was reached, and when. Void medals are not listed.
///
/// Refusals: `scoring.person_not_found` (404) if the user is neither the caller nor a friend, or is
/// an inactive friend (2.11-standing); `scoring.medal_unknown` at `/medal`; `scoring.limit_invalid`
/// at `/limit`; `scoring.cursor_invalid` at `/cursor`, also for a cursor of another user's list or
/// of another `medal`.
public struct ListMedals: Call, Limited {
    public static let id: CallID = 0x040A
    public static let effect = Effect.none
    public static let access = Access.signedIn

    /// The user whose medals are listed.
    public var user: UserID
    /// Only this kind of medal; all kinds when absent.
    public var medal: Medal.Kind?
    /// The maximum number of medals.
    public var limit: Int?
    /// The `nextCursor` of the previous page.
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
