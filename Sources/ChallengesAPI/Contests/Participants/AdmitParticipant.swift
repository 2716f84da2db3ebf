public import Identifiers
public import Wire

/// Admits a user who asked to join the caller's contest (2.3-ways-in). The user is notified.
/// Admitting again changes nothing.
///
/// Refusals: `challenges.contest_not_found`, `challenges.not_your_part` for anyone but the owner,
/// `challenges.version_stale`, with the current contest; `challenges.participant_not_found`,
/// `challenges.wrong_state` for a user without a join request, `challenges.contest_over`,
/// `challenges.too_late` after the start if the contest does not allow late joining,
/// `challenges.contest_full`, `challenges.target_missing` for a user who asked before scores became
/// percentages and has not given a target since.
public struct AdmitParticipant: Call {
    public static let id: CallID = 0x023E
    public static let effect = Effect.once
    public static let access = Access.signedIn

    /// The contest.
    public var contest: ChallengeID
    /// The user who asks to join.
    public var user: UserID
    /// Refuse with `challenges.version_stale` unless the contest has this version.
    public var ifVersion: Int64?

    public init(contest: ChallengeID, user: UserID, ifVersion: Int64? = nil) {
        self.contest = contest
        self.user = user
        self.ifVersion = ifVersion
    }

    /// The participant after the call.
    public typealias Reply = Participant
}
