public import Wire

/// The assignments that the caller received (CA-04) or sent (K-03), all of them or some, in one of
/// three orders (2.8-lists).
///
/// `kind`, `state` and `open` together leave those that fit all of them. A list by `deadline` has
/// only open ones, and one by `closed` only the others.
///
/// A page examines at most 500 assignments. Where few of them fit it is short or empty, and has a
/// `nextCursor` all the same.
///
/// Refusals: `challenges.role_unknown` at `/role`, `challenges.kind_unknown` at `/kind`,
/// `challenges.state_unknown` at `/state`, `challenges.sort_unknown` at `/sort`,
/// `challenges.filters_contradict` at `/open` or, without it, at `/state`, if no assignment in this
/// state or order is open or not, `challenges.limit_invalid` at `/limit`,
/// `challenges.cursor_invalid` at `/cursor`.
public struct ListAssignments: Call, Limited {
    public static let id: CallID = 0x0202
    public static let effect = Effect.none
    public static let access = Access.signedIn

    /// Whether the caller is their recipient or their sender.
    public var role: Role
    /// Only those in this state.
    public var state: Assignment.State?
    /// How many assignments at most.
    public var limit: Int?
    /// The `nextCursor` of the previous page.
    public var cursor: String?
    /// Only dares, or only workouts.
    public var kind: ChallengeKind?
    /// Only those that are open: sent, accepted, started, submitted, and a workout missed in the
    /// last 7 days, which may still be completed. `false`: only the others.
    public var open: Bool?
    /// The order; absent as `sent`.
    public var sort: Sort?

    public static let limits: FieldLimits = ["limit": .page]

    public init(
        role: Role,
        kind: ChallengeKind? = nil,
        state: Assignment.State? = nil,
        open: Bool? = nil,
        sort: Sort? = nil,
        limit: Int? = nil,
        cursor: String? = nil
    ) {
        self.role = role
        self.kind = kind
        self.state = state
        self.open = open
        self.sort = sort
        self.limit = limit
        self.cursor = cursor
    }

    public typealias Reply = Page<Assignment>

    /// A side of an assignment.
    public enum Role: String, OpenEnum, CaseIterable {
        /// Who is to do it.
        case recipient
        /// Who sent it.
        case sender
        /// A role of a later release.
        case unknown
    }

    /// An order of assignments.
    public enum Sort: String, OpenEnum, CaseIterable {
        /// The newest first.
        case sent
        /// Those that are open: the earliest deadline first, those without one last.
        case deadline
        /// Those that are not: what ended last first.
        case closed
        /// An order of a later release.
        case unknown
    }
}
