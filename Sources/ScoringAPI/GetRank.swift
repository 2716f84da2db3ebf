public import Wire

/// The asker's place among all players, exact at the moment of the answer.
///
/// The players are all people whom the service knows, paid or not, and whoever asks. Equal points
/// share a rank and use up the ranks behind it: 1, 2, 2, 4 (2.7-ranking). Somebody without any
/// points has the rank behind all who have some.
public struct GetRank: Call {
    public static let id: CallID = 0x0403
    public static let effect = Effect.none
    public static let access = Access.signedIn

    public init() {}

    /// A place, without the people around it.
    public struct Reply: Codable, Hashable, Sendable {
        /// 1 for the most points; shared by equals.
        public let rank: Int
        /// The sum of the person's ledger.
        public let points: Int
        /// How many players there are, the person included.
        public let players: Int

        public init(rank: Int, points: Int, players: Int) {
            self.rank = rank
            self.points = points
            self.players = players
        }
    }
}
