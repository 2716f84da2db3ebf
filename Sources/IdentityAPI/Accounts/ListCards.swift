public import Identifiers
public import Wire

/// Returns the cards of users, for a service whose copies lack them.
///
/// Refuses with `identity.too_many_people` at `/users` for too many.
public struct ListCards: Call, Limited {
    public static let id: CallID = 0x0144
    public static let effect = Effect.none
    public static let access = Access.cluster([.challenges, .scoring])

    /// The users.
    public var users: [UserID]
    public static let usersLimit = 0...100

    public static let limits: FieldLimits = ["users": .items(usersLimit)]

    public init(users: [UserID]) {
        self.users = users
    }

    /// The cards.
    public struct Reply: Codable, Hashable, Sendable {
        /// One card for each user who exists, ordered by id.
        public let cards: [PersonCard]

        public init(cards: [PersonCard]) {
            self.cards = cards
        }
    }
}
