public import Identifiers
public import Wire

/// Rates how difficult a definition is (2.5-difficulty, SF-17).
///
/// A user may rate it once they have completed a run of it, in time or late: a dare, a workout, or a
/// contest that was made from it. They may change the rating later; its author may not rate it. A
/// run that a moderator voided does not count, but a rating given before stays. Mean and count are shown from three ratings on, unless the operator sets
/// another number.
///
/// Refusals: `challenges.stars_invalid` at `/stars`, `challenges.definition_not_found`,
/// `challenges.version_stale`, with the present definition, `challenges.own_definition` for its
/// author, and `challenges.not_completed` for a user who has completed no run of it.
public struct RateDefinition: Call, Limited {
    public static let id: CallID = 0x021C
    public static let effect = Effect.once
    public static let access = Access.signedIn

    /// The definition.
    public var definition: DefinitionID
    /// From 1, easy, to 5, hard.
    public var stars: Int
    public static let starsLimit = 1...5
    /// The languages that the caller reads, as `Accept-Language` writes them; English when absent.
    public var languages: String?
    /// Refuse with `challenges.version_stale` unless the definition has this version.
    public var ifVersion: Int64?

    public static let limits: FieldLimits = ["stars": .number(starsLimit)]

    public init(
        definition: DefinitionID,
        stars: Int,
        languages: String? = nil,
        ifVersion: Int64? = nil
    ) {
        self.definition = definition
        self.stars = stars
        self.languages = languages
        self.ifVersion = ifVersion
    }

    public typealias Reply = Definition
}
