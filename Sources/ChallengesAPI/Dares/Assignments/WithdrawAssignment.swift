public import Identifiers
public import Wire

/// Withdraws an unanswered assignment, as its sender (2.2-withdraw): `sent` → `withdrawn`.
///
/// An accepted or started assignment cannot be withdrawn; it can be excused instead. This protects
/// work in progress.
///
/// Refusals: `challenges.assignment_not_found`; with the current assignment,
/// `challenges.not_your_part` for the recipient, `challenges.version_stale` and
/// `challenges.wrong_state` in any other state.
public struct WithdrawAssignment: Call {
    public static let id: CallID = 0x020D
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
