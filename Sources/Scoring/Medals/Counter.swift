import Identifiers

/// What milestones count for each user (2.7-medals). The raw value is stored.
enum Counter: String, CaseIterable, Sendable {
    /// Dares done and workouts completed in time.
    case completed
    /// Dares and workouts sent, once for each recipient.
    case sent
    /// Dares and workouts sent, each once for each recipient who did it.
    case doneByOthers
}

/// A user's counter.
struct UserCounter: Hashable, Sendable {
    let user: UserID
    let counter: Counter
    let count: Int
}
