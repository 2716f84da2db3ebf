public import Identifiers
public import Wire

/// Declines an invitation to a contest (FR-50, 2.3-participants). Nobody is told, and the
/// caller can be invited again. Declining twice changes nothing.
///
/// Refusals: `challenges.contest_not_found`, `challenges.wrong_state` without an invitation.
public struct DeclineContest: Call {
    public static let id: CallID = 0x023A
    public static let effect = Effect.once
    public static let access = Access.signedIn

    /// The contest.
    public var contest: ChallengeID

    public init(contest: ChallengeID) {
        self.contest = contest
    }

    /// The contest as the caller then sees it.
    public typealias Reply = Contest
}
