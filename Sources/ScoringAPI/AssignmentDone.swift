public import Identifiers
public import Values
public import Wire

/// A challenge was completed: pays the person who did it and the person who sent it (CA-16, CA-17).
///
/// Each assignment pays each of the two once, however often the event is delivered (2.7-ledger).
public struct AssignmentDone: Event {
    public static let id: CallID = 0x0410
    public static let effect = Effect.once
    public static let access = Access.cluster([.challenges])

    /// The completed assignment; it identifies the payment.
    public var assignment: AssignmentID
    /// The person who completed it.
    public var completer: UserID
    /// The person who sent it.
    public var sender: UserID
    /// When it became done.
    public var at: Instant
    /// Whether the sender judged it; `false` if the time to judge ran out.
    public var isVerified: Bool

    public init(
        assignment: AssignmentID,
        completer: UserID,
        sender: UserID,
        at: Instant,
        isVerified: Bool
    ) {
        self.assignment = assignment
        self.completer = completer
        self.sender = sender
        self.at = at
        self.isVerified = isVerified
    }

    public typealias Reply = Nothing

    public var orderingKey: EventKey { EventKey(assignment) }
}
