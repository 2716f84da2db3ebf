/// Two people, the smaller id first, so that whoever comes first means the same pair.
public struct Pair: Hashable, Sendable {
    /// The one with the smaller id.
    public let one: UserID
    /// The one with the larger id.
    public let other: UserID

    /// Takes the two in either order.
    public init(_ first: UserID, _ second: UserID) {
        (one, other) = first < second ? (first, second) : (second, first)
    }

    /// The other one of the two.
    public func partner(of user: UserID) -> UserID {
        user == one ? other : one
    }
}
