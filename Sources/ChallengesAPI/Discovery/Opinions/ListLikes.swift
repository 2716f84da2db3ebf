public import Identifiers
public import Wire

/// Lists the likes of a definition or a contest, the latest first (2.8-likes).
///
/// Users who see a definition see its likes. Users who see a contest's participants see its likes;
/// of a private contest, users who left or declined do not. Likes of inactive accounts, and of
/// users who have a block with the caller, are counted but not listed.
///
/// A page examines up to 500 likes, so it may be short or empty and still have a `nextCursor`.
///
/// Refusals: `challenges.definition_not_found`, `challenges.contest_not_found`,
/// `challenges.not_your_part` unless the caller sees the contest's participants,
/// `challenges.limit_invalid` at `/limit`, `challenges.cursor_invalid` at `/cursor`.
public struct ListLikes: Call, Limited {
    public static let id: CallID = 0x021A
    public static let effect = Effect.none
    public static let access = Access.signedIn

    /// The definition; absent for a contest.
    public var definition: DefinitionID?
    /// The maximum number of likes; 20 when absent.
    public var limit: Int?
    /// The `nextCursor` of the previous page.
    public var cursor: String?
    /// The contest; absent for a definition.
    public var contest: ChallengeID?

    public static let limits: FieldLimits = ["limit": .page]

    public init(definition: DefinitionID, limit: Int? = nil, cursor: String? = nil) {
        self.definition = definition
        self.limit = limit
        self.cursor = cursor
    }

    public init(contest: ChallengeID, limit: Int? = nil, cursor: String? = nil) {
        self.contest = contest
        self.limit = limit
        self.cursor = cursor
    }

    public typealias Reply = Page<Like>
}
