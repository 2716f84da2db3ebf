public import Identifiers
public import Wire

/// One person and those who stand around that person among all players, exact at the moment of the
/// answer, in the order of `GetTop`.
///
/// The operator alone may ask, for the same reason as there (2.10-private).
///
/// Refusals: `scoring.person_not_found` for somebody whom the service does not know,
/// `scoring.limit_invalid` at `/limit`.
public struct GetNeighbours: Call {
    public static let id: CallID = 0x0405
    public static let effect = Effect.none
    public static let access = Access.operator

    /// Who stands in the middle.
    public var user: UserID
    /// How many standings at most, the person's own included: 1 to 100, by default 20. Half of them
    /// are before the person, where there are so many.
    public var limit: Int?

    public init(user: UserID, limit: Int? = nil) {
        self.user = user
        self.limit = limit
    }

    /// A part of a board.
    public struct Reply: Codable, Hashable, Sendable {
        /// Who stands there, in the board's order.
        public let items: [Standing]

        public init(items: [Standing]) {
            self.items = items
        }
    }
}
