public import Identifiers
public import Wire

/// Removes a participant from the caller's contest, or withdraws an invitation (2.11-leave).
///
/// A removed participant can never join again; a user whose invitation was withdrawn can be invited
/// again. A participant who is removed after the end keeps the rank. Removing again changes
/// nothing.
///
/// Refusals: `challenges.contest_not_found`, `challenges.not_your_part` for anyone but the owner,
/// `challenges.version_stale`, with the current contest; `challenges.participant_not_found`,
/// `challenges.wrong_state` for a user who is neither a participant, nor a former participant, nor
/// an invitee, and for the owner, who leaves instead; `challenges.contest_over` once it is
/// completed or cancelled.
public struct RemoveParticipant: Call {
    public static let id: CallID = 0x0240
    public static let effect = Effect.once
    public static let access = Access.signedIn

    /// The contest.
    public var contest: ChallengeID
    /// The participant, former participant or invitee.
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
