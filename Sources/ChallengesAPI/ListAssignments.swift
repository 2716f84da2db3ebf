public import Wire

/// The assignments that the caller received (CA-04) or sent (K-03): newest first, in all states or
/// in one.
///
/// Refusals: `challenges.role_unknown` at `/role`, `challenges.state_unknown` at `/state`,
/// `challenges.limit_invalid` at `/limit`, `challenges.cursor_invalid` at `/cursor`.
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

    public static let limits: FieldLimits = ["limit": .page]

    public init(
        role: Role,
        state: Assignment.State? = nil,
        limit: Int? = nil,
        cursor: String? = nil
    ) {
        self.role = role
        self.state = state
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
}
