public import Wire

/// The calls about a service's outbox, which every service answers alike.
///
/// Their numbers are in a range that is no service's own (0x00), and their codes begin with
/// `outbox`: every service has the same tables, and one implementation answers about them. A copy
/// of the calls for each service would be the same types four times, under four numbers.
public enum OutboxAPI {
    /// All calls, in the order of their numbers.
    public static let calls: [any Call.Type] = [
        ListBlockedEvents.self,
        SkipEvent.self,
    ]
}
