public import Identifiers
public import Wire

/// The people who like a definition or a contest, newest first (2.8-likes, SF-17, K-20).
///
/// Users who see a definition see who likes it. Those who see who is in a contest see who likes it:
/// not who left or declined a private one. People who are not active, or between whom and the
/// caller there is a block, are left out, although they count.
///
/// A page examines at most 500 likes. Where few of them are listed it is short or empty, and has a
/// `nextCursor` all the same.
///
/// Refusals: `challenges.definition_not_found`, `challenges.contest_not_found`,
/// `challenges.not_your_part` for who does not see the people of the contest,
/// `challenges.limit_invalid` at `/limit`, `challenges.cursor_invalid` at `/cursor`.
public struct ListLikes: Call, Limited {
    public static let id: CallID = 0x021A
    public static let effect = Effect.none
    public static let access = Access.signedIn

    /// The definition; absent where it is a contest.
    public var definition: DefinitionID?
    /// How many people at most.
    public var limit: Int?
    /// The `nextCursor` of the previous page.
    public var cursor: String?
    /// The contest; absent where it is a definition.
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
