public import Identifiers
public import Wire

/// The people in a contest, or those in another state, in the order of their ids (FR-41, FR-45,
/// 2.3-participants).
///
/// Users who see the ranking see who is in it; invited ones, and those who ask to join, see names
/// only. Other states are shown to the owner alone, but invitations also to users who may invite. A
/// placeholder stands for a participant between whom and the caller there is a block; in other
/// states such people are left out. People who are not active are left out too, until the contest
/// is completed: then a placeholder stands for each who is in it, as on the board.
///
/// A page examines at most 500 people. Where few of them are listed it is short or empty, and has a
/// `nextCursor` all the same.
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
    /// Only people in this state; `joined` when absent.
    public var state: Participant.State?
    /// How many people at most.
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
