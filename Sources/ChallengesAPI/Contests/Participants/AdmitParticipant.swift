public import Identifiers
public import Wire

/// Lets in a person who asks to join the caller's contest (2.3-ways-in). They are told. Admitting
/// twice changes nothing.
///
/// Refusals: `challenges.contest_not_found`, `challenges.not_your_part` for anyone but the owner,
/// `challenges.version_stale`, with the present contest; `challenges.participant_not_found`,
/// `challenges.wrong_state` for a user who does not ask,
/// `challenges.contest_over`, `challenges.too_late` where nobody joins after the start,
/// `challenges.contest_full`, `challenges.target_missing` for who asked before scores were in
/// percent, until they say their target.
public struct AdmitParticipant: Call {
    public static let id: CallID = 0x023E
    public static let effect = Effect.once
    public static let access = Access.signedIn

    /// The contest.
    public var contest: ChallengeID
    /// Who asks to join.
    public var user: UserID
    /// Refuse with `challenges.version_stale` unless the contest has this version.
    public var ifVersion: Int64?

    public init(contest: ChallengeID, user: UserID, ifVersion: Int64? = nil) {
        self.contest = contest
        self.user = user
        self.ifVersion = ifVersion
    }

    /// How the person then stands to it.
    public typealias Reply = Participant
}
