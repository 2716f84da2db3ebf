public import Identifiers
public import Wire

/// Excuses the recipient from an accepted or started assignment, as its sender (2.2-excuse):
/// `accepted` or `started` → `void`, with or without a reason. Nobody gets points.
///
/// Refusals: `challenges.reason_invalid` at `/reason`, `challenges.assignment_not_found`; with the
/// current assignment, `challenges.not_your_part` for the recipient, `challenges.version_stale` and
/// `challenges.wrong_state` in any other state.
public struct ExcuseAssignment: Call, Limited {
    public static let id: CallID = 0x020E
    public static let effect = Effect.once
    public static let access = Access.signedIn

    /// The assignment.
    public var assignment: AssignmentID
    /// The reason, not all blank; none when absent.
    public var reason: String?
    /// Refuse with `challenges.version_stale` unless the assignment has this version.
    public var ifVersion: Int64?

    public static let limits: FieldLimits = ["reason": .text(Assignment.reasonLimit)]

    public init(assignment: AssignmentID, reason: String? = nil, ifVersion: Int64? = nil) {
        self.assignment = assignment
        self.reason = reason
        self.ifVersion = ifVersion
    }

    public typealias Reply = Assignment
}
