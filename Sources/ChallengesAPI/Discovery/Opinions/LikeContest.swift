public import Identifiers
public import Wire

/// Likes a contest, or withdraws the like (2.8-likes, 2.8-take-back, 2.13-merged).
///
/// Each user counts once; a repetition changes nothing and gets the same reply. Every user who sees
/// a contest may like it. The contest's owner is notified of each user's first like; likes within
/// six hours are merged into one notice. A like can be withdrawn even by a user who no longer sees
/// the contest.
///
/// Refusals: `challenges.contest_not_found`, unless the caller withdraws an existing like;
/// `challenges.wrong_state` for a draft, and `challenges.version_stale`, with the current contest
/// if the caller sees it.
public struct LikeContest: Call {
    public static let id: CallID = 0x024A
    public static let effect = Effect.once
    public static let access = Access.signedIn

    /// The contest.
    public var contest: ChallengeID
    /// `true` to like it, `false` to withdraw the like.
    public var likes: Bool
    /// Refuse with `challenges.version_stale` unless the contest has this version.
    public var ifVersion: Int64?

    public init(contest: ChallengeID, likes: Bool, ifVersion: Int64? = nil) {
        self.contest = contest
        self.likes = likes
        self.ifVersion = ifVersion
    }

    /// The contest as the caller sees it after the call; `nil` if they do not see it.
    public typealias Reply = Contest?
}
