public import Identifiers
public import Values

/// Something that the caller likes: a definition or a contest. Of one that they no longer see, only
/// the id is there.
public struct LikedItem: Codable, Hashable, Sendable {
    /// Since when.
    public let likedAt: Instant
    /// The definition, if it is one and the caller sees it.
    public let definition: Definition?
    /// The contest, if it is one and the caller sees it.
    public let contest: Contest?
    /// The definition's id; `nil` of a contest.
    public let definitionID: DefinitionID?
    /// The contest's id; `nil` of a definition.
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
