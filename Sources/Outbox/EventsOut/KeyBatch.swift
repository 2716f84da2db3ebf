import FoundationEssentials

/// Some events of one key, in their order.
struct KeyBatch: Sendable {
    let key: UUID
    var events: [QueuedEvent]

    /// The outcome of a batch.
    struct End: Sendable {
        let key: UUID
        /// The sequence numbers of the events that the receiver acknowledged.
        var acknowledged: [Int64] = []
        /// The event that it did not accept.
        var failure: FailedDelivery?
    }
}
