public import Identifiers
public import Wire

/// Invites friends to a contest (2.3-ways-in).
///
/// The owner may invite, and so may participants if the contest says so. A user whom a person
/// invites joins without approval. Invitations reserve no place. Nothing changes for the owner,
/// participants and users who are already invited. Users who declined, left or were refused can be
/// invited again; removed ones cannot. Invitees must be friends of the caller at that moment;
/// unfriending later changes nothing.
///
/// Refusals: `challenges.contest_not_found`, `challenges.may_not_invite`,
/// `challenges.version_stale`, with the current contest; `challenges.wrong_state` for a draft,
/// `challenges.contest_over`, `challenges.too_late` after the start if the contest does not allow
/// late joining; about fields, together: `challenges.invitees_invalid` at `/invitees`,
/// `challenges.invitee_repeated`, `challenges.invitee_is_oneself`, `challenges.not_friends` (also
/// for a user who does not exist, and for one who has a block with the owner),
/// `challenges.not_accepting` and `challenges.invitee_removed` at `/invitees/N`.
/// `wire.sign_in_needed` if the caller's account is gone.
public struct InviteToContest: Call, Limited {
    public static let id: CallID = 0x0238
    public static let effect = Effect.once
    public static let access = Access.signedIn

    /// The contest.
    public var contest: ChallengeID
    /// The friends to invite.
    public var invitees: [UserID]
    public static let inviteesLimit = 1...100
    /// Refuse with `challenges.version_stale` unless the contest has this version.
    public var ifVersion: Int64?

    public static let limits: FieldLimits = ["invitees": .distinctItems(inviteesLimit)]

    public init(contest: ChallengeID, invitees: [UserID], ifVersion: Int64? = nil) {
        self.contest = contest
        self.invitees = invitees
        self.ifVersion = ifVersion
    }

    /// The invitees' relation to the contest.
    public struct Reply: Codable, Hashable, Sendable {
        /// The invitees and those who already participate, in the order of the call.
        public let participants: [Participant]

        public init(participants: [Participant]) {
            self.participants = participants
        }
    }
}
