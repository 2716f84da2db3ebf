public import Identifiers
public import Wire

/// Records that the recipient has read an assignment (2.2-read).
///
/// The first call on an unanswered one sets `readAt`; any other, in whatever state, changes nothing
/// and returns the current assignment.
///
/// Refusals: `challenges.assignment_not_found`; with the current assignment,
/// `challenges.not_your_part` for the sender and `challenges.version_stale`.
public struct ReadAssignment: Call {
    public static let id: CallID = 0x0204
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
