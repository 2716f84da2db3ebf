public import Wire

/// Makes numbered people for load tests, and friends of those whose numbers are near each other.
///
/// People who exist already, and pairs who have been something to each other before, stay as they
/// are: asked again it makes nothing new. All of them have the same password, whose hash is made
/// once. Services that keep copies are told as usual.
///
/// Refuses with `identity.too_many_people` at `/count` beyond 500, and at `/friends` beyond 200;
/// `identity.person_unknown` at `/first` where people before the first are missing;
/// `identity.password_invalid` at `/password`, also where it is absent and nobody was prepared
/// before; `identity.prepared_otherwise` at `/password` where those who were have another one;
/// `identity.username_taken` where somebody else has one of the names.
public struct PreparePeople: Call {
    public static let id: CallID = 0x0147
    public static let effect = Effect.once
    public static let access = Access.operator

    /// The number of the first, from 1.
    public var first: Int
    /// How many, 0 to 500; with 0 it only counts.
    public var count: Int
    /// How many friends each has, 0 to 200: half of them with smaller numbers.
    public var friends: Int
    /// 8 to 256 characters; that of the people who were prepared before when absent.
    public var password: String?

    public init(first: Int, count: Int, friends: Int, password: String? = nil) {
        self.first = first
        self.count = count
        self.friends = friends
        self.password = password
    }

    /// How much was made.
    public struct Reply: Codable, Hashable, Sendable {
        /// How many people are new.
        public let made: Int
        /// How many pairs became friends.
        public let befriended: Int
        /// How many prepared people there are now.
        public let people: Int

        public init(made: Int, befriended: Int, people: Int) {
            self.made = made
            self.befriended = befriended
            self.people = people
        }
    }
}
