public import Identifiers
public import Values
public import Wire

/// A challenge was completed: pays the person who did it and the person who sent it (CA-16, CA-17).
///
/// Each assignment pays each of the two once, however often the event is delivered (2.7-ledger).
/// Where the operator caps what two people are paid for on one day in UTC, what is beyond it is
/// entered without points (2.7-pair-day).
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
    /// What kind of challenge it was; `nil` from the previous release, which has dares alone.
    public var kind: Kind?

    public init(
        assignment: AssignmentID,
        completer: UserID,
        sender: UserID,
        at: Instant,
        isVerified: Bool,
        kind: Kind? = nil
    ) {
        self.assignment = assignment
        self.completer = completer
        self.sender = sender
        self.at = at
        self.isVerified = isVerified
        self.kind = kind
    }

    /// The kinds of challenges that pay.
    public enum Kind: String, OpenEnum, CaseIterable {
        /// A dare, which was judged.
        case dare
        /// A workout that was completed in time.
        case workout
        /// A kind of a later release.
        case unknown
    }

    public typealias Reply = Nothing

    public var orderingKey: EventKey { EventKey(assignment) }
}
