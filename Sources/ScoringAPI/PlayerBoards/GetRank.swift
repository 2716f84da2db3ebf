public import Wire

/// Returns the caller's rank among all players, exact at the time of the reply.
///
/// The players are all active users that the service knows, even if they were never paid, and the
/// caller. Equal points share a rank and use up the ranks after it: 1, 2, 2, 4 (2.7-ranking). A
/// user without points ranks after all users with points.
public struct GetRank: Call {
    public static let id: CallID = 0x0403
    public static let effect = Effect.none
    public static let access = Access.signedIn

    public init() {}

    /// A user's rank on the board, without the users around it.
    public struct Reply: Codable, Hashable, Sendable, Limited {
        /// The rank, 1 for the most points; equal points share a rank.
        public let rank: Int
        /// The sum of the user's ledger.
        public let points: Int
        /// The number of players, the user included.
        public let players: Int

        public static let limits: FieldLimits = [
            "rank": .atLeast(1), "players": .atLeast(1),
        ]

        public init(rank: Int, points: Int, players: Int) {
            self.rank = rank
            self.points = points
            self.players = players
        }
    }
}
