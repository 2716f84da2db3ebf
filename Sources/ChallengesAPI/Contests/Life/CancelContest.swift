public import Identifiers
public import Wire

/// Takes back a contest of the caller's that has not ended: it has no result (2.3-states). Those in
/// it keep their own entries. Cancelling it again changes nothing.
///
/// Refusals: `challenges.contest_not_found`; `challenges.not_your_part` for who does not own it;
/// `challenges.version_stale`, and `challenges.wrong_state` for a draft or one that has ended, with
/// the present contest.
public struct CancelContest: Call {
    public static let id: CallID = 0x0236
    public static let effect = Effect.once
    public static let access = Access.signedIn

    /// The contest.
    public var contest: ChallengeID
    /// Refuse with `challenges.version_stale` unless the contest has this version.
    public var ifVersion: Int64?

    public init(contest: ChallengeID, ifVersion: Int64? = nil) {
        self.contest = contest
        self.ifVersion = ifVersion
    }

    public typealias Reply = Contest
}
