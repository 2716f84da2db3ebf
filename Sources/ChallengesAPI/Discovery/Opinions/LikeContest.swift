public import Identifiers
public import Wire

/// Likes a contest, or takes the like back (2.8-likes, 2.8-take-back, 2.13-merged, FR-38, K-20).
///
/// Each user counts once, however often they ask; a repetition gets the same answer. Anyone who
/// sees a contest may like it, and see who does. The contest's owner gets a notice of the first
/// like of each user; those of six hours are one notice. A like is taken back also by a user who no
/// longer sees the contest.
///
/// Refusals: `challenges.contest_not_found`, unless the caller takes a like back that is there;
/// `challenges.wrong_state` of a draft, and `challenges.version_stale`, with the present contest if
/// the caller sees it.
public struct LikeContest: Call {
    public static let id: CallID = 0x024A
    public static let effect = Effect.once
    public static let access = Access.signedIn

    /// The contest.
    public var contest: ChallengeID
    /// Whether the caller likes it from now on.
    public var likes: Bool
    /// Refuse with `challenges.version_stale` unless the contest has this version.
    public var ifVersion: Int64?

    public init(contest: ChallengeID, likes: Bool, ifVersion: Int64? = nil) {
        self.contest = contest
        self.likes = likes
        self.ifVersion = ifVersion
    }

    /// The contest as the caller then sees it; `nil` if they do not.
    public typealias Reply = Contest?
}
