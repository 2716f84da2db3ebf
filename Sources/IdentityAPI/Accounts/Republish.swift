public import Wire

/// Publishes the cards and relations of all users again, so that every service that keeps copies
/// can restore lost ones. Copies that are at least as new do not change.
public struct Republish: Call {
    public static let id: CallID = 0x0146
    public static let effect = Effect.once
    public static let access = Access.operator

    public init() {}

    /// What was published.
    public struct Reply: Codable, Hashable, Sendable {
        /// The number of users published.
        public let people: Int
        /// The number of pairs of users published.
        public let relations: Int

        public init(people: Int, relations: Int) {
            self.people = people
            self.relations = relations
        }
    }
}
