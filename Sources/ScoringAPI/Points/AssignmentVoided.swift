public import Identifiers
public import Values
public import Wire

/// A completed challenge was declared void: reverses its payments with opposite lines in the ledger
/// (2.2-void, 2.7-ledger).
///
/// A payment without points has nothing to reverse. A reversed payment still counts towards the
/// day's cap for the two users (2.7-pair-day).
public struct AssignmentVoided: Event {
    public static let id: CallID = 0x0411
    public static let effect = Effect.once
    public static let access = Access.cluster([.challenges])

    /// The assignment that was declared void.
    public var assignment: AssignmentID
    /// When it was declared void.
    public var at: Instant

    public init(assignment: AssignmentID, at: Instant) {
        self.assignment = assignment
        self.at = at
    }

    public typealias Reply = Nothing

    public var orderingKey: EventKey { EventKey(assignment) }
}
