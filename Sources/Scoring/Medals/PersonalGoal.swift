import Identifiers
import Values

/// A personal goal that its owner reached.
struct PersonalGoal: Hashable, Sendable {
    let id: ChallengeID
    let name: String
    /// Whether its owner's friends see it.
    let isForFriends: Bool
    /// When it was reached as others are told.
    let shownAt: Instant
}
