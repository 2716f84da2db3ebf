/// Two people as an unordered pair: the smaller id is stored first, so both orders are equal.
public struct Pair: Hashable, Sendable {
    /// The person with the smaller id.
    public let one: UserID
    /// The person with the larger id.
    public let other: UserID

    /// Takes the two people in either order.
    public init(_ first: UserID, _ second: UserID) {
        (one, other) = first < second ? (first, second) : (second, first)
    }

    /// The other person of the pair.
    public func partner(of user: UserID) -> UserID {
        user == one ? other : one
    }
}
