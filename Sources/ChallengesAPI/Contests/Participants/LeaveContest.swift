public import Identifiers
public import Wire

/// Leaves a contest, or withdraws a join request (2.11-leave, 2.8-take-back).
///
/// The caller keeps the entries but not the rank; the rank stays if the contest had ended. The
/// caller can join again while joining is possible. If the owner leaves, the contest passes to the
/// participant who has participated longest; without participants it is cancelled. Leaving again
/// changes nothing. A join request can be withdrawn even by a user who no longer sees the contest.
///
/// Refusals: `challenges.contest_not_found`, `challenges.not_in_contest`, `challenges.wrong_state`
/// for a draft, which is deleted instead; `challenges.version_stale`, with the current contest if
/// the caller sees it.
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

    /// The contest after the call; `nil` if the caller did not see it before either.
    public typealias Reply = Contest?
}
