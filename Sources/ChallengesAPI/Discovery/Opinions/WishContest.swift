public import Identifiers
public import Wire

/// Puts a contest on the caller's wishlist, or removes it (2.8-wishes, 2.8-take-back).
///
/// Only the caller sees the wishlist. A repetition changes nothing and gets the same reply. A
/// contest can be removed even by a user who no longer sees it.
///
/// Refusals: `challenges.contest_not_found`, unless the caller removes one that is on the wishlist;
/// `challenges.wrong_state` for a draft, and `challenges.version_stale`, with the current contest
/// if the caller sees it.
public struct WishContest: Call {
    public static let id: CallID = 0x024B
    public static let effect = Effect.once
    public static let access = Access.signedIn

    /// The contest.
    public var contest: ChallengeID
    /// `true` to put it on the wishlist, `false` to remove it.
    public var wishes: Bool
    /// Refuse with `challenges.version_stale` unless the contest has this version.
    public var ifVersion: Int64?

    public init(contest: ChallengeID, wishes: Bool, ifVersion: Int64? = nil) {
        self.contest = contest
        self.wishes = wishes
        self.ifVersion = ifVersion
    }

    /// The contest as the caller sees it after the call; `nil` if they do not see it.
    public typealias Reply = Contest?
}
