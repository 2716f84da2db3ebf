public import Identifiers
public import Wire

/// Invites friends to a contest (FR-07, FR-36, FR-44, 2.3-ways-in).
///
/// The owner may, and where the contest says so its participants. An invitation lets a user in even
/// where the owner admits people, and holds no place. Users who are in the contest or invited stay
/// as they are, and so does the owner. Users who declined, left or were refused can be invited
/// again; removed ones cannot. Invitees must be friends of the caller at that moment; unfriending
/// later changes nothing.
///
/// Refusals: `challenges.contest_not_found`, `challenges.may_not_invite`,
/// `challenges.version_stale`, with the present contest; `challenges.wrong_state` for a draft, `challenges.contest_over`, `challenges.too_late` where nobody joins after the
/// start; all of those about fields together: `challenges.invitees_invalid` at `/invitees`,
/// `challenges.invitee_repeated`, `challenges.invitee_is_oneself`, `challenges.not_friends` (also
/// for a user who does not exist, and for one between whom and the owner there is a block),
/// `challenges.not_accepting` and `challenges.invitee_removed` at `/invitees/N`.
/// `wire.sign_in_needed` if the caller's account is gone.
public struct InviteToContest: Call, Limited {
    public static let id: CallID = 0x0238
    public static let effect = Effect.once
    public static let access = Access.signedIn

    /// The contest.
    public var contest: ChallengeID
    /// Friends.
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

    /// How the invitees stand to the contest.
    public struct Reply: Codable, Hashable, Sendable {
        /// Those who are invited, or in it already, in the order of the call.
        public let participants: [Participant]

        public init(participants: [Participant]) {
            self.participants = participants
        }
    }
}
