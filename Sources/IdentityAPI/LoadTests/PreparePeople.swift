public import Wire

/// Makes numbered people for load tests, and makes friends of those whose numbers are close to each
/// other.
///
/// Existing people, and pairs that have had a relation before, stay as they are: repeating the call
/// makes nothing new. All prepared people have the same password, whose hash is made once. Services
/// that keep copies are told as usual.
///
/// Refuses with `identity.too_many_people` at `/count` and at `/friends` for too many;
/// `identity.person_unknown` at `/first` if people before the first are missing;
/// `identity.password_invalid` at `/password`, also if it is absent and no people were prepared
/// before; `identity.prepared_otherwise` at `/password` if the people prepared before have another
/// one; `identity.username_taken` if another account has one of the names.
public struct PreparePeople: Call, Limited {
    public static let id: CallID = 0x0147
    public static let effect = Effect.once
    public static let access = Access.operator

    /// The number of the first person.
    public var first: Int
    public static let firstLimit = 1...PreparedPeople.numberMax
    /// How many people; with 0 it only counts.
    public var count: Int
    public static let countLimit = 0...500
    /// How many friends each has: half of them with smaller numbers.
    public var friends: Int
    public static let friendsLimit = 0...200
    /// If absent, the password of the people prepared before.
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

    /// What the call has made.
    public struct Reply: Codable, Hashable, Sendable {
        /// How many people were made.
        public let made: Int
        /// How many pairs became friends.
        public let befriended: Int
        /// How many prepared people exist now.
        public let people: Int

        public init(made: Int, befriended: Int, people: Int) {
            self.made = made
            self.befriended = befriended
            self.people = people
        }
    }
}
