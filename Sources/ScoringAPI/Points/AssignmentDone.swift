public import Identifiers
public import Values
public import Wire

/// A challenge was completed: pays its recipient, who completed it, and its sender.
///
/// Each assignment pays each of the two once, however often the event is delivered (2.7-ledger). If
/// the operator caps the paid challenges between two users per day in UTC, those beyond the cap are
/// entered without points (2.7-pair-day).
public struct AssignmentDone: Event {
    public static let id: CallID = 0x0410
    public static let effect = Effect.once
    public static let access = Access.cluster([.challenges])

    /// The completed assignment; it identifies the payment.
    public var assignment: AssignmentID
    /// The recipient, who completed it.
    public var completer: UserID
    /// The sender.
    public var sender: UserID
    /// When it was completed.
    public var at: Instant
    /// Whether the sender judged it; `false` if the time for a verdict ran out.
    public var isVerified: Bool
    /// The kind of challenge; `nil` from the previous release, which has only dares.
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
        /// A dare.
        case dare
        /// A workout, completed in time.
        case workout
        /// A kind of a later release.
        case unknown
    }

    public typealias Reply = Nothing

    public var orderingKey: EventKey { EventKey(assignment) }
}
