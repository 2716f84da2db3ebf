public import Wire

/// Creates numbered dares for load tests between people that `PreparePeople` has created: each
/// recipient gets some from the friends whose numbers are just before theirs, alternating between
/// `sent`, `accepted`, `submitted` and `done`, which pays as usual.
///
/// A dare that exists already stays as it is. Refuses with `challenges.recipients_invalid` at
/// `/count` beyond 100 recipients or 5,000 dares together, and with `challenges.not_friends` at
/// `/first` if one of the people was not prepared.
public struct PrepareDares: Call, Limited {
    public static let id: CallID = 0x0212
    public static let effect = Effect.once
    public static let access = Access.operator

    /// The number of the first recipient.
    public var first: Int
    public static let firstLimit = 1...PreparedDares.recipientMax
    /// How many recipients.
    public var count: Int
    public static let countLimit = 0...100
    /// How many dares each has.
    public var dares: Int
    public static let daresLimit = 0...PreparedDares.daresMax
    /// How many friends people were prepared with.
    public var friends: Int
    public static let friendsMin = 2

    public static let limits: FieldLimits = [
        "first": .number(firstLimit),
        "count": .number(countLimit),
        "dares": .number(daresLimit),
        "friends": .atLeast(friendsMin),
    ]

    public init(first: Int, count: Int, dares: Int, friends: Int) {
        self.first = first
        self.count = count
        self.dares = dares
        self.friends = friends
    }

    /// How much was created.
    public struct Reply: Codable, Hashable, Sendable {
        /// How many dares are new.
        public let made: Int

        public init(made: Int) {
            self.made = made
        }
    }
}
