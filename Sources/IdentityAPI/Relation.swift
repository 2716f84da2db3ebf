public import Wire

/// What two people are to each other, whichever of them is asked about first.
public enum Relation: String, OpenEnum, CaseIterable {
    /// Strangers, or no longer friends.
    case none
    /// Friends: each may challenge the other.
    case friends
    /// One has blocked the other.
    case blocked
    /// A relation that this release does not know.
    case unknown
}
