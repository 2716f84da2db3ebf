public import Wire

/// Tells every service that keeps copies of people and relations all of them again, so that lost
/// copies are rebuilt. Copies that are not older stay as they are.
public struct Republish: Call {
    public static let id: CallID = 0x0146
    public static let effect = Effect.once
    public static let access = Access.operator

    public init() {}

    /// How much was told.
    public struct Reply: Codable, Hashable, Sendable {
        /// How many people.
        public let people: Int
        /// How many pairs of people.
        public let relations: Int

        public init(people: Int, relations: Int) {
            self.people = people
            self.relations = relations
        }
    }
}
