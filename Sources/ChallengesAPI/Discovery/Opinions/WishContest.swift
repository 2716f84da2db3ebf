public import Identifiers
public import Wire

/// Puts a contest on the caller's wishlist, or takes it off (2.8-wishes, 2.8-take-back,
/// GC-14).
///
/// Nobody else learns of it. A repetition changes nothing, and gets the same answer. It is taken off
/// also by a user who no longer sees the contest.
///
/// Refusals: `challenges.contest_not_found`, unless the caller takes off what is there;
/// `challenges.wrong_state` of a draft, and `challenges.version_stale`, with the present contest if
/// the caller sees it.
public struct WishContest: Call {
    public static let id: CallID = 0x024B
    public static let effect = Effect.once
    public static let access = Access.signedIn

    /// The contest.
    public var contest: ChallengeID
    /// Whether it is on the wishlist from now on.
    public var wishes: Bool
    /// Refuse with `challenges.version_stale` unless the contest has this version.
    public var ifVersion: Int64?

    public init(contest: ChallengeID, wishes: Bool, ifVersion: Int64? = nil) {
        self.contest = contest
        self.wishes = wishes
        self.ifVersion = ifVersion
    }

    /// The contest as the caller then sees it; `nil` if they do not.
    public typealias Reply = Contest?
}
