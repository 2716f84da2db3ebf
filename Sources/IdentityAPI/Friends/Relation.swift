public import Wire

/// The relation between two users, the same from both sides.
public enum Relation: String, OpenEnum, CaseIterable {
    /// Strangers, or no longer friends.
    case none
    /// Friends: each may challenge the other.
    case friends
    /// One of the two has blocked the other.
    case blocked
    /// A relation that this release does not know.
    case unknown
}
