/// The limits of definitions (2.14-limits).
public struct DefinitionRules: Hashable, Sendable {
    /// How many definitions a user may have (2.14-limits).
    public var definitionsMax: Int
    /// How many ratings a definition needs before its difficulty is shown (2.5-difficulty).
    public var ratingsShown: Int

    public init(
        definitionsMax: Int = 1_000,
        ratingsShown: Int = 3
    ) {
        self.definitionsMax = definitionsMax
        self.ratingsShown = ratingsShown
    }
}
