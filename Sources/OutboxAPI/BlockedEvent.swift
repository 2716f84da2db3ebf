public import FoundationEssentials
public import Identifiers
public import Values
public import Wire

/// An event of an outbox that was sent in vain: refused, not understood, or not answered. The later
/// events of its key wait for it.
public struct BlockedEvent: Codable, Hashable, Sendable {
    /// Its number in the outbox; events of one key leave in the order of their numbers.
    public let number: Int64
    /// The id by which its receiver recognises a repetition.
    public let event: EventID
    /// The name of the service that is to receive it.
    public let destination: String
    /// The number of the call that it is.
    public let call: UInt16
    /// What orders events: usually the id of the row that changed.
    public let key: UUID
    /// When it was emitted.
    public let createdAt: Instant
    /// How often it was sent, each time in vain.
    public let attempts: Int
    /// The code of the fault that the last attempt ended with.
    public let fault: String?
    /// When it is sent again.
    public let nextAttemptAt: Instant
    /// How many later events of the same key, for the same service, wait for it.
    public let waiting: Int

    public init(
        number: Int64,
        event: EventID,
        destination: String,
        call: CallID,
        key: UUID,
        createdAt: Instant,
        attempts: Int,
        fault: String?,
        nextAttemptAt: Instant,
        waiting: Int
    ) {
        self.number = number
        self.event = event
        self.destination = destination
        self.call = call.rawValue
        self.key = key
        self.createdAt = createdAt
        self.attempts = attempts
        self.fault = fault
        self.nextAttemptAt = nextAttemptAt
        self.waiting = waiting
    }
}
