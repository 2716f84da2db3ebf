public import Identifiers
public import Wire

/// Starts a workout, as its recipient, which also accepts it (2.5-start): `sent` → `started`.
///
/// A missed workout can be started for 7 days and stays `missed` (2.5-late). The first start
/// counts; another start changes nothing and returns the current assignment, even if it is
/// completed.
///
/// Refusals: `challenges.assignment_not_found`; with the current assignment,
/// `challenges.not_your_part` for the sender, `challenges.version_stale`, `challenges.wrong_state`
/// in any other state or for a dare, and `challenges.too_late` 7 days after the deadline.
public struct StartAssignment: Call {
    public static let id: CallID = 0x021F
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
