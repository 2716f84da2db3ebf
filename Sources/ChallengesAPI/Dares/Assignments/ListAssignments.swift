public import Identifiers
public import Wire

/// Lists the assignments that the caller received or sent, with filters, in one of three orders
/// (2.8-lists).
///
/// An assignment must match all of `kind`, `state`, `open` and `challenge`. `sort=deadline` lists
/// open assignments only, and `sort=closed` closed ones only.
///
/// A page examines up to 500 assignments, so it may be short or empty and still have a
/// `nextCursor`.
///
/// Refusals: `challenges.role_unknown` at `/role`, `challenges.kind_unknown` at `/kind`,
/// `challenges.state_unknown` at `/state`, `challenges.sort_unknown` at `/sort`,
/// `challenges.filters_contradict` at `/open` or, without it, at `/state`, if the filters and the
/// order exclude each other, `challenges.limit_invalid` at `/limit`, `challenges.cursor_invalid` at
/// `/cursor`.
public struct ListAssignments: Call, Limited {
    public static let id: CallID = 0x0202
    public static let effect = Effect.none
    public static let access = Access.signedIn

    /// The caller's role: recipient or sender.
    public var role: Role
    /// Only assignments in this state.
    public var state: Assignment.State?
    /// The maximum number of assignments; 20 when absent.
    public var limit: Int?
    /// The `nextCursor` of the previous page.
    public var cursor: String?
    /// Only dares, or only workouts.
    public var kind: ChallengeKind?
    /// `true`: only open assignments, which are sent, accepted, started or submitted, or a workout
    /// missed in the last 7 days, which can still be completed. `false`: only the others.
    public var open: Bool?
    /// The order; `sent` when absent.
    public var sort: Sort?
    /// Only assignments of this dare or workout. One that the caller neither sent nor received
    /// lists nothing.
    public var challenge: ChallengeID?

    public static let limits: FieldLimits = ["limit": .page]

    public init(
        role: Role,
        kind: ChallengeKind? = nil,
        state: Assignment.State? = nil,
        open: Bool? = nil,
        sort: Sort? = nil,
        challenge: ChallengeID? = nil,
        limit: Int? = nil,
        cursor: String? = nil
    ) {
        self.role = role
        self.kind = kind
        self.state = state
        self.open = open
        self.sort = sort
        self.challenge = challenge
        self.limit = limit
        self.cursor = cursor
    }

    public typealias Reply = Page<Assignment>

    /// A user's role in an assignment.
    public enum Role: String, OpenEnum, CaseIterable {
        /// The recipient.
        case recipient
        /// The sender.
        case sender
        /// A role of a later release.
        case unknown
    }

    /// An order of assignments.
    public enum Sort: String, OpenEnum, CaseIterable {
        /// The latest sent first.
        case sent
        /// Open assignments, the earliest deadline first, those without a deadline last.
        case deadline
        /// Closed assignments, the latest ended first.
        case closed
        /// An order of a later release.
        case unknown
    }
}
