public import Identifiers
public import Wire

/// Lists the pictures of a gallery that the caller may see, the latest added first (2.10-gallery).
///
/// The gallery of a contest has the pictures of its text, of its entries and completions, and those
/// that participants added. The owner and the participants see all pictures whose audience is not
/// `owner`; other users who may see the contest see the pictures of its text, and those whose
/// audience includes them. Of a former or removed participant, other users see only pictures of the
/// contest's text.
///
/// The gallery of a goal has its pictures and, for its owner, those of its entries. Friends who may
/// see the goal see the pictures whose audience is not `owner`.
///
/// The gallery of a user has their pictures from contests, goals and submissions, and those that
/// belong to no challenge. Users see all pictures in their own gallery. In another user's gallery
/// they see the pictures that they could see in the contest or goal, the submissions that were made
/// to them, and the other pictures whose audience includes them.
///
/// Pictures of inactive accounts, and of users who have a block with the caller, are left out.
///
/// A page examines up to 500 pictures, so it may be short or empty and still have a `nextCursor`.
///
/// Refusals: `challenges.limit_invalid` at `/limit`, `challenges.cursor_invalid` at `/cursor`;
/// `wire.malformed` for a contest and a goal together. Then `challenges.contest_not_found`,
/// `challenges.goal_not_found`; `challenges.person_not_found` for a user whom the caller may not
/// see.
public struct ListPhotos: Call, Limited {
    public static let id: CallID = 0x025A
    public static let effect = Effect.none
    public static let access = Access.signedIn

    /// Only pictures of this contest.
    public var contest: ChallengeID?
    /// Only pictures of this goal.
    public var goal: ChallengeID?
    /// Only pictures of this user; when absent, of all users in the contest or goal, and without
    /// either, the caller's own gallery.
    public var user: UserID?
    /// The maximum number of pictures; 20 when absent.
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
