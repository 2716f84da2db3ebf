public import Wire

/// An account was made, or what others see of it changed.
public struct PersonChanged: Event {
    public static let id: CallID = 0x0170
    public static let effect = Effect.once
    public static let access = Access.cluster([.identity])

    /// The person's present card.
    public var card: PersonCard

    public init(card: PersonCard) {
        self.card = card
    }

    public var orderingKey: EventKey {
        EventKey(card.person.id)
    }
}
