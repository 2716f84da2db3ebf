public import Wire

/// An account was created, or its card changed.
public struct PersonChanged: Event {
    public static let id: CallID = 0x0170
    public static let effect = Effect.once
    public static let access = Access.cluster([.identity])

    /// The user's present card.
    public var card: PersonCard

    public init(card: PersonCard) {
        self.card = card
    }

    public var orderingKey: EventKey {
        EventKey(card.person.id)
    }
}
