import Identifiers
import Values

/// A rank that a person lost while they were told of another one not long before (2.13-podium).
struct UntoldLoss: Hashable, Sendable {
    typealias ID = Identifiers.ID<UntoldLoss>

    let id: ID
    let contest: ChallengeID
    let user: UserID
    /// The best one, if there were several.
    let rank: Int
    /// When they were told of the other one.
    let toldAt: Instant
}
