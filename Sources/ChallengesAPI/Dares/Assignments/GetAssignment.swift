public import Identifiers
public import Wire

/// Returns an assignment as its sender or its recipient sees it.
///
/// Refuses everyone else with `challenges.assignment_not_found` (2.10-private).
public struct GetAssignment: Call {
    public static let id: CallID = 0x0203
    public static let effect = Effect.none
    public static let access = Access.signedIn

    /// The assignment.
    public var assignment: AssignmentID

    public init(assignment: AssignmentID) {
        self.assignment = assignment
    }

    public typealias Reply = Assignment
}
