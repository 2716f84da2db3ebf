public import Identifiers
public import Wire

/// Rejects a submission for good, as the sender (2.2-reject): `submitted` → `rejected`. Nobody gets
/// points; the sender can still approve it for 7 days.
///
/// Refusals: `challenges.reason_invalid` at `/reason`, `challenges.assignment_not_found`; with the
/// current assignment, `challenges.not_your_part` for the recipient, `challenges.version_stale` and
/// `challenges.wrong_state` in any other state.
public struct RejectSubmission: Call, Limited {
    public static let id: CallID = 0x020C
    public static let effect = Effect.once
    public static let access = Access.signedIn

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
