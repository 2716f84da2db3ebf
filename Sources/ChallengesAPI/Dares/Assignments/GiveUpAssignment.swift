public import Identifiers
public import Wire

/// Gives up an accepted or started assignment, as its recipient (2.2-give-up): `accepted` or
/// `started` → `abandoned`.
///
/// Refusals: `challenges.assignment_not_found`; with the current assignment,
/// `challenges.not_your_part` for the sender, `challenges.version_stale` and
/// `challenges.wrong_state` in any other state.
public struct GiveUpAssignment: Call {
    public static let id: CallID = 0x0209
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
