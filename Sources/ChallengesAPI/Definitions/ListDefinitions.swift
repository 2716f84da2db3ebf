public import Identifiers
public import Wire

/// Lists definitions that the caller may see, with filters (2.8-search, 2.8-trending). Presets are
/// in the caller's language. A search without any letter or digit finds nothing.
///
/// A page examines up to 500 definitions of each kind (public, friends' and the caller's own), so
/// it may be short or empty and still have a `nextCursor`.
///
/// Refusals: `challenges.selection_unknown` at `/of`, `challenges.query_invalid` at `/q`,
/// `challenges.category_unknown` at `/category`, `challenges.sort_unknown` at `/sort`,
/// `challenges.limit_invalid` at `/limit`, `challenges.cursor_invalid` at `/cursor`, also for a
/// cursor of another order, `of`, search, category or author.
public struct ListDefinitions: Call, Limited {
    public static let id: CallID = 0x0214
    public static let effect = Effect.none
    public static let access = Access.signedIn

    /// Only one kind of definitions; all kinds when absent.
    public var of: Selection?
    /// Words, or beginnings of words, all of which must be in the name, the caption or the
    /// description.
    public var q: String?
    public static let queryLimit = TextLimit(1...80)
    /// Only definitions of this category.
    public var category: String?
    public static let categoryLimit = PutCategory.categoryLimit
    /// Only definitions of this author.
    public var author: UserID?
    /// The order; `newest` when absent.
    public var sort: Sort?
    /// The maximum number of definitions; 20 when absent.
    public var limit: Int?
    /// The `nextCursor` of the previous page.
    public var cursor: String?
    /// The caller's languages, as in `Accept-Language`; English when absent.
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

    /// A kind of definitions.
    public enum Selection: String, OpenEnum, CaseIterable {
        /// Definitions with a category.
        case workout
        /// Presets, which belong to the operator.
        case preset
        /// The caller's definitions.
        case mine
        /// A selection of a later release.
        case unknown
    }

    /// The order of a list.
    public enum Sort: String, OpenEnum, CaseIterable {
        /// The latest made first.
        case newest
        /// By the number of users, as in `userCount`, the most first.
        case used
        /// Only public definitions that many users recently took on, completed or liked, the most
        /// first.
        case trending
        /// An order of a later release.
        case unknown
    }
}
