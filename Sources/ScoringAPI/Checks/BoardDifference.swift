/// A number of players that a board stores differently from what there is.
public struct BoardDifference: Codable, Hashable, Sendable {
    /// The board's name.
    public let board: String
    /// The score; of a sum of counts, its level and bucket.
    public let score: String
    /// The stored number of players.
    public let stored: Int
    /// The counted number of players.
    public let recounted: Int

    public init(board: String, score: String, stored: Int, recounted: Int) {
        self.board = board
        self.score = score
        self.stored = stored
        self.recounted = recounted
    }
}
