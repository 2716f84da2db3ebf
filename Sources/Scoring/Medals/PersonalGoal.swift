import Identifiers
import Values

/// A personal goal that its owner reached.
struct PersonalGoal: Hashable, Sendable {
    let id: ChallengeID
    let name: String
    /// Whether the owner's friends see the goal.
    let isForFriends: Bool
    /// The time of reaching that other viewers see.
    let shownAt: Instant
}
