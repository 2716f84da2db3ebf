public import Identifiers
public import Wire

/// Accepts a dare, as its recipient (2.2-accept): `sent` → `accepted`. A workout is started
/// instead.
///
/// Refusals: `challenges.assignment_not_found`; with the current assignment,
/// `challenges.not_your_part` for the sender, `challenges.version_stale`, `challenges.wrong_state`
/// in any other state, and `challenges.deadline_passed` from the deadline on, or 14 days after it
/// was sent.
public struct AcceptAssignment: Call {
    public static let id: CallID = 0x0205
    public static let effect = Effect.once
    public static let access = Access.signedIn

    /// The assignment.
    public var assignment: AssignmentID
    /// Refuse with `challenges.version_stale` unless the assignment has this version.
    public var ifVersion: Int64?

    public init(assignment: AssignmentID, ifVersion: Int64? = nil) {
        self.assignment = assignment
        self.ifVersion = ifVersion
    }

    public typealias Reply = Assignment
}
