public import Identifiers
public import Wire

/// Makes another participant the owner of the caller's contest (2.11-owner). A caller who
/// participates stays a participant.
///
/// Refusals: `challenges.not_joined` at `/to` for a user who does not participate, is inactive, or
/// has a block with the caller; `challenges.contests_too_many` if the new owner already owns the
/// maximum; `challenges.contest_not_found`; `challenges.not_your_part` unless the caller owns it;
/// `challenges.version_stale`, and `challenges.wrong_state` for a draft or one that is over, with
/// the current contest.
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
