public import Wire

/// Creates numbered users for load tests, and makes users with nearby numbers friends.
///
/// Existing users, and pairs that have had a relation before, do not change, so repeating the call
/// creates nothing new. All prepared users have the same password, which is hashed once. Services
/// that keep copies receive the usual events.
///
/// Refuses with `identity.too_many_people` at `/count` and at `/friends` for too many;
/// `identity.person_unknown` at `/first` if users before the first are missing;
/// `identity.password_invalid` at `/password`, also if it is absent and no users were prepared
/// before; `identity.prepared_otherwise` at `/password` if the users prepared before have another
/// one; `identity.username_taken` if another account has one of the usernames.
public struct PreparePeople: Call, Limited {
    public static let id: CallID = 0x0147
    public static let effect = Effect.once
    public static let access = Access.operator

    /// The number of the first user.
    public var first: Int
    public static let firstLimit = 1...PreparedPeople.numberMax
    /// The number of users; with 0 the call only counts.
    public var count: Int
    public static let countLimit = 0...500
    /// The number of friends of each user; half of them have smaller numbers.
    public var friends: Int
    public static let friendsLimit = 0...200
    /// The password; when absent, that of the users prepared before.
    public var password: String?

    public static let limits: FieldLimits = [
        "first": .number(firstLimit),
        "count": .number(countLimit),
        "friends": .number(friendsLimit),
        "password": .text(Register.passwordLimit),
    ]

    public init(first: Int, count: Int, friends: Int, password: String? = nil) {
        self.first = first
        self.count = count
        self.friends = friends
        self.password = password
    }

    /// What the call created.
    public struct Reply: Codable, Hashable, Sendable {
        /// The number of users that were created.
        public let made: Int
        /// The number of pairs that became friends.
        public let befriended: Int
        /// The number of prepared users that exist now.
        public let people: Int

        public init(made: Int, befriended: Int, people: Int) {
            self.made = made
            self.befriended = befriended
            self.people = people
        }
    }
}
