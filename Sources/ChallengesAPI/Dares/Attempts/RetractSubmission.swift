public import Identifiers
public import Wire

/// Retracts a submission before it is judged, as the recipient (2.2-retract): `submitted` →
/// `accepted`; a workout becomes `started`, or `missed` if it was submitted late (2.5-late). The
/// attempt is kept and counts.
///
/// Refusals: `challenges.assignment_not_found`; with the current assignment,
/// `challenges.not_your_part` for the sender, `challenges.version_stale`, `challenges.wrong_state`
/// in any other state, `challenges.deadline_passed` from the deadline on, and `challenges.too_late`
/// for a workout that was submitted late, 7 days after the deadline.
public struct RetractSubmission: Call {
    public static let id: CallID = 0x0208
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
