public import Identifiers
public import Values
public import Wire

/// Somebody completed a challenge: pays whoever did it, and whoever sent it (CA-16, CA-17).
///
/// Each assignment pays each of the two once, whatever is delivered how often (2.7-ledger).
public struct AssignmentDone: Event {
    public static let id: CallID = 0x0410
    public static let effect = Effect.once
    public static let access = Access.cluster([.challenges])

    /// What was completed; it names the payment.
    public var assignment: AssignmentID
    /// Who completed it.
    public var completer: UserID
    /// Who had sent it.
    public var sender: UserID
    /// When it became done.
    public var at: Instant
    /// Whether the sender judged it; `false` where time did.
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
