public import Identifiers
public import Values

/// A definition or contest that the caller likes. If the caller no longer sees it, only its id is
/// present.
public struct LikedItem: Codable, Hashable, Sendable {
    /// When the caller liked it.
    public let likedAt: Instant
    /// The definition, if the caller sees it; `nil` for a contest.
    public let definition: Definition?
    /// The contest, if the caller sees it; `nil` for a definition.
    public let contest: Contest?
    /// The definition's id; `nil` for a contest.
    public let definitionID: DefinitionID?
    /// The contest's id; `nil` for a definition.
    public let contestID: ChallengeID?

    public init(
        likedAt: Instant,
        definition: Definition? = nil,
        contest: Contest? = nil,
        definitionID: DefinitionID? = nil,
        contestID: ChallengeID? = nil
    ) {
        self.likedAt = likedAt
        self.definition = definition
        self.contest = contest
        self.definitionID = definitionID
        self.contestID = contestID
    }
}
