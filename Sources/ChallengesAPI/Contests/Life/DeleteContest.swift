public import Identifiers
public import Wire

/// Deletes a draft of the caller, without a trace (2.3-states). A published contest can be
/// cancelled instead.
///
/// Refusals: `challenges.contest_not_found`, also for a deleted one; `challenges.not_your_part`
/// unless the caller owns it; `challenges.version_stale` and, once it is published,
/// `challenges.wrong_state`, with the current contest.
public struct DeleteContest: Call {
    public static let id: CallID = 0x0233
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

    public typealias Reply = Nothing
}
