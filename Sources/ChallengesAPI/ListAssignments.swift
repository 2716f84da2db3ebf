public import Wire

/// The assignments that were sent to the asker (CA-04), or that the asker sent (K-03): newest
/// first, of all states or of one.
///
/// Refusals: `challenges.role_unknown` at `/role`, `challenges.state_unknown` at `/state`,
/// `challenges.limit_invalid` at `/limit`, `challenges.cursor_invalid` at `/cursor`.
public struct ListAssignments: Call {
    public static let id: CallID = 0x0202
    public static let effect = Effect.none
    public static let access = Access.signedIn

    /// Whether the asker is to do them or has sent them.
    public var role: Role
    /// Only those in this state.
    public var state: Assignment.State?
    /// How many assignments a page holds: 1 to 100, by default 20.
    public var limit: Int?
    /// The `nextCursor` of the page before.
    public var cursor: String?

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

    /// On which side of an assignment somebody stands.
    public enum Role: String, OpenEnum, CaseIterable {
        /// Who is to do it.
        case recipient
        /// Who sent it.
        case sender
        /// A role of a later release.
        case unknown
    }
}
