public import Identifiers
public import Wire

/// Lists the participants of a contest, or the users in another state, in the order of their ids
/// (2.3-participants).
///
/// Users who see the ranking see the participants; invitees and requesters see names only. Only the
/// owner sees other states, except that users who may invite also see invitations. A participant
/// who has a block with the caller is shown as a placeholder; in other states such users are left
/// out. Inactive accounts are left out until the contest is completed; then each inactive
/// participant is shown as a placeholder, as on the board.
///
/// A page examines up to 500 users, so it may be short or empty and still have a `nextCursor`.
///
/// Refusals: `challenges.contest_not_found`, `challenges.not_your_part` for a state that the caller
/// may not see, `challenges.state_unknown` at `/state`, `challenges.limit_invalid` at `/limit`,
/// `challenges.cursor_invalid` at `/cursor`.
public struct ListParticipants: Call, Limited {
    public static let id: CallID = 0x023D
    public static let effect = Effect.none
    public static let access = Access.signedIn

    /// The contest.
    public var contest: ChallengeID
    /// Only users in this state; `joined` when absent.
    public var state: Participant.State?
    /// The maximum number of users; 20 when absent.
    public var limit: Int?
    /// The `nextCursor` of the previous page.
    public var cursor: String?

    public static let limits: FieldLimits = ["limit": .page]

    public init(
        contest: ChallengeID,
        state: Participant.State? = nil,
        limit: Int? = nil,
        cursor: String? = nil
    ) {
        self.contest = contest
        self.state = state
        self.limit = limit
        self.cursor = cursor
    }

    public typealias Reply = Page<Participant>
}
