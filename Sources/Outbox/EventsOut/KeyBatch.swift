import FoundationEssentials

/// Some events of one key, in their order.
struct KeyBatch: Sendable {
    let key: UUID
    var events: [QueuedEvent]

    /// What became of a chain.
    struct End: Sendable {
        let key: UUID
        /// The events that the receiver has.
        var acknowledged: [Int64] = []
        /// The event that it did not take.
        var failure: FailedDelivery?
    }
}
