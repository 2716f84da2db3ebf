public import Identifiers
public import Wire

/// Cancels a contest of the caller that has not ended: it gets no result (2.3-states). Participants
/// keep their entries. Cancelling it again changes nothing.
///
/// Refusals: `challenges.contest_not_found`; `challenges.not_your_part` unless the caller owns it;
/// `challenges.version_stale`, and `challenges.wrong_state` for a draft or one that has ended, with
/// the current contest.
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
