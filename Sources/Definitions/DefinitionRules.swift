/// The limits of definitions (2.14-limits).
public struct DefinitionRules: Hashable, Sendable {
    /// The maximum number of definitions of a user; 1,000 by default (2.14-limits).
    public var definitionsMax: Int
    /// The minimum number of ratings for a definition's difficulty to be shown; 3 by default
    /// (2.5-difficulty).
    public var ratingsShown: Int

    public init(
        definitionsMax: Int = 1_000,
        ratingsShown: Int = 3
    ) {
        self.definitionsMax = definitionsMax
        self.ratingsShown = ratingsShown
    }
}
