public import Identifiers
public import Wire

/// The contests that the caller may see: those of one list, all of them or some (GC-16, GC-18,
/// GC-44, GC-48, FR-14, FR-22, FR-32, FR-49, FR-51, 2.8-contests, 2.8-search).
///
/// The filters together leave those that fit all of them. Contests that the caller may not see are
/// in no list (2.10-visibility). A search without any letter or digit finds nothing.
///
/// A page examines at most 500 contests of each kind: those that are public, those of friends, and the
/// caller's own. Where few of them are listed it is short or empty, and has a `nextCursor` all the
/// same.
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

    /// Which contests; when absent `all` with `q`, and `discover` without.
    public var list: Selection?
    /// Only those that this person made.
    public var author: UserID?
    /// Only those in this state.
    public var state: Contest.State?
    /// Only `competition`, or only `open`.
    public var kind: ChallengeKind?
    /// How many contests at most.
    public var limit: Int?
    /// The `nextCursor` of the previous page.
    public var cursor: String?
    /// Words, or their beginnings, that are all in the name, the caption or the description.
    public var q: String?
    public static let queryLimit = ListDefinitions.queryLimit
    /// Only those of this category.
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

    /// Which contests a list holds.
    public enum Selection: String, OpenEnum, CaseIterable {
        /// Those that the caller may join, or ask to, and has not: scheduled and active ones with
        /// room.
        case discover
        /// All that are scheduled or active, joined ones too.
        case ongoing
        /// Those that the caller is in and that are not over; not an open contest that the caller
        /// has completed.
        case current
        /// Those that the caller is invited to.
        case invited
        /// Those that the caller made, drafts too.
        case created
        /// All.
        case all
        /// A list of a later release.
        case unknown
    }

    /// The order of a list.
    public enum Sort: String, OpenEnum, CaseIterable {
        /// By the time when they were made, the newest first.
        case newest
        /// By the number of people who ever joined, the most first.
        case popular
        /// Only public ones that many people join, complete or like at the moment, the most first.
        case trending
        /// An order of a later release.
        case unknown
    }
}
