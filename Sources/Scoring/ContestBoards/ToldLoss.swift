import Identifiers
import Values

/// A rank that a person was told of losing, and where they are now (2.13-podium).
struct ToldLoss: Hashable, Sendable {
    let user: UserID
    /// The rank that was lost.
    let rank: Int
    let toldAt: Instant
    /// The person's score in millionths.
    let score: Int64
}
