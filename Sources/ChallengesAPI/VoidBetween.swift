public import Identifiers
public import Wire

/// Makes void what is open between two people, whoever sent it: one has blocked the other, or is
/// deleted (2.11-block). What has ended stays, and so do points.
public struct VoidBetween: Call {
    public static let id: CallID = 0x0211
    public static let effect = Effect.once
    public static let access = Access.cluster([.identity])

    /// One of the two.
    public var one: UserID
    /// The other.
    public var other: UserID

    public init(one: UserID, other: UserID) {
        self.one = one
        self.other = other
    }

    /// What was done.
    public struct Reply: Codable, Hashable, Sendable {
        /// How many assignments became void: those `sent`, `accepted` or `submitted`.
        public let voided: Int

        public init(voided: Int) {
            self.voided = voided
        }
    }
}
