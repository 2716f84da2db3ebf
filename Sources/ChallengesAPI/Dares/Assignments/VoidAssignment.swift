public import Identifiers
public import Wire

/// Voids a done or completed assignment, as a moderator (2.2-void): `done` or `completed` → `void`.
/// The points are taken back, and it no longer counts as completed.
///
/// The reply shows the assignment as its sender sees it, without actions and points, unless the
/// moderator is its sender or recipient.
///
/// Refusals: `challenges.reason_invalid` at `/reason`, `challenges.assignment_not_found`,
/// `challenges.version_stale`, `challenges.wrong_state` in any other state. The last two carry the
/// current assignment.
public struct VoidAssignment: Call, Limited {
    public static let id: CallID = 0x0210
    public static let effect = Effect.once
    public static let access = Access.moderator

    /// The assignment.
    public var assignment: AssignmentID
    /// The reason, not all blank.
    public var reason: String
    /// Refuse with `challenges.version_stale` unless the assignment has this version.
    public var ifVersion: Int64?

    public static let limits: FieldLimits = ["reason": .text(Assignment.reasonLimit)]

    public init(assignment: AssignmentID, reason: String, ifVersion: Int64? = nil) {
        self.assignment = assignment
        self.reason = reason
        self.ifVersion = ifVersion
    }

    public typealias Reply = Assignment
}
