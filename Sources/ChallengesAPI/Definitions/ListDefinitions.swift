public import Identifiers
public import Wire

/// The definitions that the caller may see: all, or those that fit (CH-02, SF-11, SF-23,
/// 2.8-search, 2.8-trending). Presets are in the caller's language. A search without any letter or
/// digit finds nothing.
///
/// A page examines at most 500 definitions of each kind: those that are public, those of friends, and the
/// caller's own. Where few of them are listed it is short or empty, and has a `nextCursor` all the
/// same.
///
/// Refusals: `challenges.selection_unknown` at `/of`, `challenges.query_invalid` at `/q`,
/// `challenges.category_unknown` at `/category`, `challenges.sort_unknown` at `/sort`,
/// `challenges.limit_invalid` at `/limit`, `challenges.cursor_invalid` at `/cursor`, also for a
/// cursor of another order, `of`, search, category or author.
public struct ListDefinitions: Call, Limited {
    public static let id: CallID = 0x0214
    public static let effect = Effect.none
    public static let access = Access.signedIn

    /// Only those of one sort; of all sorts when absent.
    public var of: Selection?
    /// Words, or their beginnings, that are all in the name, the caption or the description.
    public var q: String?
    public static let queryLimit = TextLimit(1...80)
    /// Only those of this category.
    public var category: String?
    public static let categoryLimit = PutCategory.categoryLimit
    /// Only those of this author.
    public var author: UserID?
    /// The order; `newest` when absent.
    public var sort: Sort?
    /// How many definitions at most.
    public var limit: Int?
    /// The `nextCursor` of the previous page.
    public var cursor: String?
    /// The languages that the caller reads, as `Accept-Language` writes them; English when absent.
    public var languages: String?

    public static let limits: FieldLimits = [
        "q": .text(queryLimit), "category": .text(categoryLimit), "limit": .page,
    ]

    public init(
        of: Selection? = nil,
        q: String? = nil,
        category: String? = nil,
        author: UserID? = nil,
        sort: Sort? = nil,
        limit: Int? = nil,
        cursor: String? = nil,
        languages: String? = nil
    ) {
        self.of = of
        self.q = q
        self.category = category
        self.author = author
        self.sort = sort
        self.limit = limit
        self.cursor = cursor
        self.languages = languages
    }

    public typealias Reply = Page<Definition>

    /// Which definitions a list holds.
    public enum Selection: String, OpenEnum, CaseIterable {
        /// Those with a category.
        case workout
        /// Those of the operator.
        case preset
        /// The caller's own.
        case mine
        /// A selection of a later release.
        case unknown
    }

    /// The order of a list.
    public enum Sort: String, OpenEnum, CaseIterable {
        /// By the time when they were made, the newest first.
        case newest
        /// By the number of people who have taken them on, or joined contests that were made from
        /// them, the most first.
        case used
        /// Only public ones that many people take on, complete or like at the moment, the most
        /// first.
        case trending
        /// An order of a later release.
        case unknown
    }
}
