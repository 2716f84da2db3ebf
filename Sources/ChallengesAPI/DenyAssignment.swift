public import Identifiers
public import Wire

/// The recipient declines (2.2-deny): `sent` → `denied`, with or without a reason.
///
/// Refusals: `challenges.reason_invalid` at `/reason`, `challenges.assignment_not_found`; with the
/// current assignment, `challenges.not_your_part` for the sender, `challenges.version_stale` and
/// `challenges.wrong_state` in any other state.
public struct DenyAssignment: Call {
    public static let id: CallID = 0x0206
    public static let effect = Effect.once
    public static let access = Access.signedIn

    /// The assignment.
    public var assignment: AssignmentID
    /// Why; 1 to 500 characters, not all blank.
    public var reason: String?
    /// Refuse with `challenges.version_stale` unless the assignment has this version.
    public var ifVersion: Int64?

    public init(assignment: AssignmentID, reason: String? = nil, ifVersion: Int64? = nil) {
        self.assignment = assignment
        self.reason = reason
        self.ifVersion = ifVersion
    }

    public typealias Reply = Assignment
}
