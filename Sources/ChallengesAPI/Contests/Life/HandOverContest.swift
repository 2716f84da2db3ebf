public import Identifiers
public import Wire

/// Makes a participant of a contest of the caller's its owner (2.11-owner). The caller stays in it
/// if they were.
///
/// Refusals: `challenges.not_joined` at `/to` for who is not in it, is not active, or is behind a
/// block; `challenges.contests_too_many` for who would own one more than they may;
/// `challenges.contest_not_found`; `challenges.not_your_part` for who does not own it;
/// `challenges.version_stale`, and `challenges.wrong_state` for a draft or one that is over, with
/// the present contest.
public struct HandOverContest: Call {
    public static let id: CallID = 0x0237
    public static let effect = Effect.once
    public static let access = Access.signedIn

    /// The contest.
    public var contest: ChallengeID
    /// The new owner.
    public var to: UserID
    /// Refuse with `challenges.version_stale` unless the contest has this version.
    public var ifVersion: Int64?

    public init(contest: ChallengeID, to: UserID, ifVersion: Int64? = nil) {
        self.contest = contest
        self.to = to
        self.ifVersion = ifVersion
    }

    public typealias Reply = Contest
}
