import Identifiers

/// Two people, the smaller id first, so that both of them name the same row.
struct Pair: Hashable {
    let one: UserID
    let other: UserID

    init(_ user: UserID, _ friend: UserID) {
        (one, other) = user < friend ? (user, friend) : (friend, user)
    }

    /// The other one of the two.
    func partner(of user: UserID) -> UserID {
        user == one ? other : one
    }
}
