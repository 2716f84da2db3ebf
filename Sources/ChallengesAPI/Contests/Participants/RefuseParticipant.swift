public import Identifiers
public import Wire

/// Refuses a user who asked to join the caller's contest (2.3-participants). The user is not
/// notified. Refusing again changes nothing.
///
/// Refusals: `challenges.contest_not_found`, `challenges.not_your_part` for anyone but the owner,
/// `challenges.version_stale`, with the current contest; `challenges.participant_not_found`,
/// `challenges.wrong_state` for a user without a join request.
public struct RefuseParticipant: Call {
    public static let id: CallID = 0x023F
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
