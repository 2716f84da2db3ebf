import Identifiers
import Values

/// A rank that a player lost in the quiet period after another notice (2.13-podium).
struct UntoldLoss: Hashable, Sendable {
    typealias ID = Identifiers.ID<UntoldLoss>

    let id: ID
    let contest: ChallengeID
    let user: UserID
    /// The lost rank; the best one if there were several.
    let rank: Int
    /// When the player was notified of the other one.
    let toldAt: Instant
}
