public import Identifiers
public import Wire

/// Lists a user's contests or goals that the caller may see, for the user's profile
/// (2.8-profile-lists).
///
/// Participation in a contest is shown to viewers who see the contest's participants. `current`,
/// `completed` and `goals` are shown to the user and their friends only; friends see the goals that
/// are visible to friends. The latest made, or latest joined, comes first.
///
/// A page examines up to 500 contests or goals, so it may be short or empty and still have a
/// `nextCursor`.
///
/// Refusals: `challenges.list_unknown` at `/list`; `challenges.person_not_found`, also if there is
/// a block and, for `current`, `completed` and `goals`, if the two are not friends;
/// `challenges.limit_invalid` at `/limit`, `challenges.cursor_invalid` at `/cursor`, also for a
/// cursor of another list or user.
public struct ListProfileChallenges: Call, Limited {
    public static let id: CallID = 0x024D
    public static let effect = Effect.none
    public static let access = Access.signedIn

    /// The user.
    public var user: UserID
    /// The list; `created` when absent.
    public var list: Selection?
    /// The maximum number of contests or goals; 20 when absent.
    public var limit: Int?
    /// The `nextCursor` of the previous page.
    public var cursor: String?

    public static let limits: FieldLimits = ["limit": .page]

    public init(
        user: UserID,
        list: Selection? = nil,
        limit: Int? = nil,
        cursor: String? = nil
    ) {
        self.user = user
        self.list = list
        self.limit = limit
        self.cursor = cursor
    }

    public typealias Reply = Page<ProfileItem>

    /// A list of a user's contests or goals.
    public enum Selection: String, OpenEnum, CaseIterable {
        /// Contests that the user made; only the owner sees drafts.
        case created
        /// Contests that the user participates in, including those that are over.
        case joined
        /// Contests that the user participates in and that are not over, without open contests that
        /// they have completed.
        case current
        /// Contests that the user has completed.
        case completed
        /// The user's goals, including those that are over.
        case goals
        /// A list of a later release.
        case unknown
    }
}
