public import Identifiers

/// A score that is stored differently from what it is counted from.
public struct ScoreDifference: Codable, Hashable, Sendable {
    /// The user.
    public let user: UserID
    /// The score: `total`; `month` or `week` and its first day; `streak` for the overall streak, or
    /// `streak` and the goal's id; `counter` and what it counts; `medal` and its kind, followed by
    /// the goal's id for a streak of a goal.
    public let score: String
    /// The stored value.
    public let stored: String
    /// The recounted value.
    public let recounted: String

    public init(user: UserID, score: String, stored: String, recounted: String) {
        self.user = user
        self.score = score
        self.stored = stored
        self.recounted = recounted
    }
}
