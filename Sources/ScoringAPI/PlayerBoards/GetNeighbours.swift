public import Identifiers
public import Wire

/// Returns a user and the players around them on the board of all players, in the order of
/// `GetTop`. The page is exact at the time of the reply.
///
/// Only the operator may call it, for the same reason as `GetTop` (2.10-private).
///
/// Refuses with `scoring.person_not_found` if the service does not know the user, or the user is
/// inactive, and with `scoring.limit_invalid` at `/limit`.
public struct GetNeighbours: Call, Limited {
    public static let id: CallID = 0x0405
    public static let effect = Effect.none
    public static let access = Access.operator

    /// The user in the middle.
    public var user: UserID
    /// The maximum number of standings, the user's own included. Half of them come before the user;
    /// if one side has fewer, the other fills the page (2.7-around).
    public var limit: Int?

    public static let limits: FieldLimits = ["limit": .page]

    public init(user: UserID, limit: Int? = nil) {
        self.user = user
        self.limit = limit
    }

    /// A part of a board.
    public struct Reply: Codable, Hashable, Sendable {
        /// The standings, in the board's order.
        public let items: [Standing]

        public init(items: [Standing]) {
            self.items = items
        }
    }
}
