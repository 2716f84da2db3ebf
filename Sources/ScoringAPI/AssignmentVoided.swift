public import Identifiers
public import Values
public import Wire

/// A completed challenge was declared void: takes back, by opposite lines, what it paid
/// (2.2-void, 2.7-ledger).
public struct AssignmentVoided: Event {
    public static let id: CallID = 0x0411
    public static let effect = Effect.once
    public static let access = Access.cluster([.challenges])

    /// What was declared void.
    public var assignment: AssignmentID
    /// When.
    public var at: Instant

    public init(assignment: AssignmentID, at: Instant) {
        self.assignment = assignment
        self.at = at
    }

    public typealias Reply = Nothing

    public var orderingKey: EventKey { EventKey(assignment) }
}
