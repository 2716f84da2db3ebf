public import Wire

/// Publishes all people and relations again to every service that keeps copies, so that lost copies
/// are rebuilt. Copies that are at least as new do not change.
public struct Republish: Call {
    public static let id: CallID = 0x0146
    public static let effect = Effect.once
    public static let access = Access.operator

    public init() {}

    /// What was published.
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
