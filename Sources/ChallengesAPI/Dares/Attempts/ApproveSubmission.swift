public import Identifiers
public import Wire

/// Approves a submission, as the sender (2.2-approve): `submitted` → `done`, and for 7 days also
/// `rejected` → `done` (2.2-correction). A workout becomes `completed`, as of the time of the
/// submission.
///
/// The recipient gets 100 points and the sender 10, once only, even if the call is repeated. A
/// workout that was submitted late earns none.
///
/// Refusals: `challenges.assignment_not_found`; with the current assignment,
/// `challenges.not_your_part` for the recipient, `challenges.version_stale`,
/// `challenges.wrong_state` in any other state, and `challenges.too_late` 7 days after it was
/// rejected.
public struct ApproveSubmission: Call {
    public static let id: CallID = 0x020A
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
