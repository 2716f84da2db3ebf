public import Identifiers
public import Wire

/// Declines an invitation to a contest (2.3-participants, 2.10-visibility).
///
/// Nobody is notified, and the caller can be invited again. Until then the caller sees the contest
/// like a user who was never invited: a private one is not found, even by declining again.
///
/// Refusals: `challenges.contest_not_found`, `challenges.version_stale`, with the current contest,
/// `challenges.wrong_state` without an invitation.
public struct DeclineContest: Call {
    public static let id: CallID = 0x023A
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

    /// The contest after the call.
    public typealias Reply = Contest
}
