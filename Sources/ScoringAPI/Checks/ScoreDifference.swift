public import Identifiers

/// A score that is stored differently from what its ledger or its days make of it.
public struct ScoreDifference: Codable, Hashable, Sendable {
    /// The user.
    public let user: UserID
    /// The score: `total`; `month` or `week` and its first day; `streak` for the overall streak, or
    /// `streak` and the goal's id.
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
