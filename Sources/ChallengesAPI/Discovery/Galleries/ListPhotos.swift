public import Identifiers
public import Wire

/// Lists a gallery, as far as the caller may see it, the newest first (2.10-gallery, FR-10, FR-24,
/// CH-06, CH-30).
///
/// The gallery of a contest has the pictures of its text, those of its entries and of what people show
/// for having completed it, and those that they added. Who is in the contest, or owns it, sees all
/// that its owner does not keep to themselves; others who may see the contest see the pictures of its
/// text, and those whose audience they belong to. Of a person who has left or was removed, everyone
/// else sees the pictures of the contest's text alone.
///
/// The gallery of a goal has its pictures, and to its owner those of its entries. Friends who may see
/// the goal see the pictures that its owner does not keep to themselves.
///
/// The gallery of a person has what they show in contests and of their goals, their submissions, and
/// the pictures that they keep without a challenge. The caller sees all of their own. Of somebody else's they see what
/// they may see in each contest and of each goal, the submissions that were made to them, and the others by their
/// audience.
///
/// Pictures of people who are not active, or between whom and the caller there is a block, are left
/// out.
///
/// A page looks at 500 pictures at most. Where the caller may see few of them, it has fewer than
/// asked for, or none, and a `nextCursor` all the same.
///
/// Refusals: `challenges.limit_invalid` at `/limit`, `challenges.cursor_invalid` at `/cursor`;
/// `wire.malformed` for a contest and a goal together. Then `challenges.contest_not_found`,
/// `challenges.goal_not_found`; `challenges.person_not_found` for somebody whom the caller may not
/// see.
public struct ListPhotos: Call, Limited {
    public static let id: CallID = 0x025A
    public static let effect = Effect.none
    public static let access = Access.signedIn

    /// Only pictures that are shown in this contest.
    public var contest: ChallengeID?
    /// Only pictures that are shown of this goal.
    public var goal: ChallengeID?
    /// Only pictures of this user; when absent, of everyone in the contest, and without one, and
    /// without a goal, the caller's own.
    public var user: UserID?
    /// How many pictures at most.
    public var limit: Int?
    /// The `nextCursor` of the previous page.
    public var cursor: String?

    public static let limits: FieldLimits = ["limit": .page]

    public init(
        contest: ChallengeID? = nil,
        goal: ChallengeID? = nil,
        user: UserID? = nil,
        limit: Int? = nil,
        cursor: String? = nil
    ) {
        self.contest = contest
        self.goal = goal
        self.user = user
        self.limit = limit
        self.cursor = cursor
    }

    public typealias Reply = Page<GalleryPhoto>
}
