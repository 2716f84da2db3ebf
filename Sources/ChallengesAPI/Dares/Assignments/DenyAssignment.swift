public import Identifiers
public import Wire

/// Denies an assignment, as its recipient (2.2-deny): `sent` → `denied`, with or without a reason.
///
/// Refusals: `challenges.reason_invalid` at `/reason`, `challenges.assignment_not_found`; with the
/// current assignment, `challenges.not_your_part` for the sender, `challenges.version_stale` and
/// `challenges.wrong_state` in any other state.
public struct DenyAssignment: Call, Limited {
    public static let id: CallID = 0x0206
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
