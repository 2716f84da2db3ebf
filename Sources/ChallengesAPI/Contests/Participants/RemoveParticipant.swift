public import Identifiers
public import Wire

/// Removes a person from the caller's contest, or takes an invitation back (2.11-leave).
///
/// A participant who was removed never joins again; a user whose invitation was taken back can be
/// invited again. The rank of a participant who is removed after the end stays. Removing twice
/// changes nothing.
///
/// Refusals: `challenges.contest_not_found`, `challenges.not_your_part` for anyone but the owner,
/// `challenges.version_stale`, with the present contest; `challenges.participant_not_found`,
/// `challenges.wrong_state` for a user who is neither in it nor invited, and for the owner, who leaves instead; `challenges.contest_over` once it is completed
/// or cancelled.
public struct RemoveParticipant: Call {
    public static let id: CallID = 0x0240
    public static let effect = Effect.once
    public static let access = Access.signedIn

    /// The contest.
    public var contest: ChallengeID
    /// A participant, or an invited user.
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
