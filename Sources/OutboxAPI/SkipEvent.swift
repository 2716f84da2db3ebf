public import Wire

/// Deletes one blocked event from the service's outbox, and returns it as it was.
///
/// It is not sent again, and the next event of its key leaves at once (2.14-between-services). What
/// it would have done at its receiver never happens, unless an attempt was under way: that one is
/// not stopped. Refuses with `outbox.event_unknown` and `outbox.event_not_blocked` at `/number`.
public struct SkipEvent: Call {
    public static let id: CallID = 0x0002
    public static let effect = Effect.once
    public static let access = Access.operator
    public typealias Reply = BlockedEvent

    /// The event's number.
    public var number: Int64

    public init(number: Int64) {
        self.number = number
    }
}
