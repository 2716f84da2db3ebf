public import Identifiers
public import Wire

/// Lists contests that the caller may see: one list, with filters (2.8-contests, 2.8-search).
///
/// A contest must match all filters. A search without any letter or digit finds nothing. Contests
/// that the caller may not see are in no list (2.10-visibility).
///
/// A page examines up to 500 contests of each kind (public, friends' and the caller's own), so it
/// may be short or empty and still have a `nextCursor`.
///
/// Refusals: `challenges.list_unknown` at `/list`, `challenges.kind_unknown` at `/kind`, also for a
/// kind that is no contest, `challenges.state_unknown` at `/state`, `challenges.query_invalid` at
/// `/q`, `challenges.category_unknown` at `/category`, `challenges.sort_unknown` at `/sort`,
/// `challenges.limit_invalid` at `/limit`, `challenges.cursor_invalid` at `/cursor`, also for a
/// cursor of another list, order, search or filter.
public struct ListContests: Call, Limited {
    public static let id: CallID = 0x0248
    public static let effect = Effect.none
    public static let access = Access.signedIn

    /// The list; when absent, `all` with `q` and `discover` without.
    public var list: Selection?
    /// Only contests that this user made.
    public var author: UserID?
    /// Only contests in this state.
    public var state: Contest.State?
    /// Only `competition`, or only `open`.
    public var kind: ChallengeKind?
    /// The maximum number of contests; 20 when absent.
    public var limit: Int?
    /// The `nextCursor` of the previous page.
    public var cursor: String?
    /// Words, or beginnings of words, all of which must be in the name, the caption or the
    /// description.
    public var q: String?
    public static let queryLimit = ListDefinitions.queryLimit
    /// Only contests of this category.
    public var category: String?
    public static let categoryLimit = PutCategory.categoryLimit
    /// The order; `newest` when absent.
    public var sort: Sort?

    public static let limits: FieldLimits = [
        "limit": .page, "q": .text(queryLimit), "category": .text(categoryLimit),
    ]

    public init(
        list: Selection? = nil,
        author: UserID? = nil,
        state: Contest.State? = nil,
        kind: ChallengeKind? = nil,
        limit: Int? = nil,
        cursor: String? = nil,
        q: String? = nil,
        category: String? = nil,
        sort: Sort? = nil
    ) {
        self.list = list
        self.author = author
        self.state = state
        self.kind = kind
        self.limit = limit
        self.cursor = cursor
        self.q = q
        self.category = category
        self.sort = sort
    }

    public typealias Reply = Page<Contest>

    /// A list of contests.
    public enum Selection: String, OpenEnum, CaseIterable {
        /// Contests that the caller may join, or ask to join, and has not joined: scheduled and
        /// active ones that are not full.
        case discover
        /// All scheduled and active contests, joined ones included.
        case ongoing
        /// Contests that the caller participates in and that are not over, without open contests
        /// that the caller has completed.
        case current
        /// Contests that the caller is invited to.
        case invited
        /// Contests that the caller made, drafts included.
        case created
        /// All contests.
        case all
        /// A list of a later release.
        case unknown
    }

    /// The order of a list.
    public enum Sort: String, OpenEnum, CaseIterable {
        /// The latest made first.
        case newest
        /// By the number of users who ever joined, the most first.
        case popular
        /// Only public contests that many users recently joined, completed or liked, the most
        /// first.
        case trending
        /// An order of a later release.
        case unknown
    }
}
