public import Wire

/// Makes numbered people for load tests, and makes friends of those whose numbers are close to each
/// other.
///
/// Existing people, and pairs that have had a relation before, stay as they are: repeating the call
/// makes nothing new. All prepared people have the same password, whose hash is made once. Services
/// that keep copies are told as usual.
///
/// Refuses with `identity.too_many_people` at `/count` for more than 500, and at `/friends` for
/// more than 200; `identity.person_unknown` at `/first` if people before the first are missing;
/// `identity.password_invalid` at `/password`, also if it is absent and no people were prepared
/// before; `identity.prepared_otherwise` at `/password` if the people prepared before have another
/// one; `identity.username_taken` if another account has one of the names.
public struct PreparePeople: Call {
    public static let id: CallID = 0x0147
    public static let effect = Effect.once
    public static let access = Access.operator

    /// The number of the first person, from 1.
    public var first: Int
    /// How many people, 0 to 500; with 0 it only counts.
    public var count: Int
    /// How many friends each has, 0 to 200: half of them with smaller numbers.
    public var friends: Int
    /// 8 to 256 characters; if absent, the password of the people prepared before.
    public var password: String?

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
