import Identifiers
import Values

/// A lost rank that a player was notified of, with the player's current score (2.13-podium).
struct ToldLoss: Hashable, Sendable {
    let user: UserID
    /// The lost rank.
    let rank: Int
    let toldAt: Instant
    /// The player's current score, in millionths.
    let score: Int64
}
