public import Identifiers
public import Wire

/// Leaves a contest, or takes back the wish to join it (2.11-leave, 2.8-take-back).
///
/// The caller keeps the entries, but not the rank, unless the contest had ended: then the rank
/// stays. They can come back while people may join. A contest whose owner leaves passes to the
/// participant who has been in it longest; without one it is cancelled. Leaving twice changes
/// nothing. A wish to join is taken back also by a user who no longer sees the contest.
///
/// Refusals: `challenges.contest_not_found`, `challenges.not_in_contest`, `challenges.wrong_state`
/// for a draft, which is deleted instead; `challenges.version_stale`, with the present contest if the
/// caller sees it.
public struct LeaveContest: Call {
    public static let id: CallID = 0x023B
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

    /// The contest as it then is; `nil` if the caller did not see it before either.
    public typealias Reply = Contest?
}
