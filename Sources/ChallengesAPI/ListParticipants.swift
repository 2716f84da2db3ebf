public import Identifiers
public import Wire

/// The people in a contest, or those who stand to it in another way, in the order of their ids
/// (FR-41, FR-45, 2.3-participants).
///
/// Whoever sees the ranking sees who is in it; whoever is invited sees their names alone. Other
/// states are shown to the owner, and who is invited also to those who may invite. Who is in it and
/// has a block with the caller has a placeholder; in other states such people are left out, as are
/// people who are not active.
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
    /// How they stand to it; `joined` when absent.
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
