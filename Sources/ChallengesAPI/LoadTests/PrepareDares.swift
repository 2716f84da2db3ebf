public import Wire

/// Creates numbered dares for load tests between users that `PreparePeople` has created. Each
/// recipient gets some from the friends whose numbers precede theirs, alternating between `sent`,
/// `accepted`, `submitted` and `done`, which pays as usual.
///
/// An existing dare stays as it is. Refuses with `challenges.recipients_invalid` at `/count` more
/// than 100 recipients or 5,000 dares in total, and with `challenges.not_friends` at `/first` if
/// one of the users was not prepared.
public struct PrepareDares: Call, Limited {
    public static let id: CallID = 0x0212
    public static let effect = Effect.once
    public static let access = Access.operator

    /// The number of the first recipient.
    public var first: Int
    public static let firstLimit = 1...PreparedDares.recipientMax
    /// The number of recipients.
    public var count: Int
    public static let countLimit = 0...100
    /// The number of dares for each recipient.
    public var dares: Int
    public static let daresLimit = 0...PreparedDares.daresMax
    /// The number of friends with which the users were prepared.
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

    /// The number of dares that were created.
    public struct Reply: Codable, Hashable, Sendable {
        /// The number of new dares.
        public let made: Int

        public init(made: Int) {
            self.made = made
        }
    }
}
