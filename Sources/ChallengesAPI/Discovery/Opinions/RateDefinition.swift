public import Identifiers
public import Wire

/// Rates how difficult a definition is (2.5-difficulty).
///
/// A user may rate a definition after completing a dare, a workout, a contest or a goal that was
/// made from it, in time or late. The rating can be changed later. The author may not rate it. A
/// completion that a moderator voided does not count, but a rating given before stays. Mean and
/// count are shown from three ratings on, unless the operator sets another number.
///
/// Refusals: `challenges.stars_invalid` at `/stars`, `challenges.definition_not_found`,
/// `challenges.version_stale`, with the current definition, `challenges.own_definition` for its
/// author, and `challenges.not_completed` for a user who has not completed anything made from it.
public struct RateDefinition: Call, Limited {
    public static let id: CallID = 0x021C
    public static let effect = Effect.once
    public static let access = Access.signedIn

    /// The definition.
    public var definition: DefinitionID
    /// The rating, from 1 (easy) to 5 (hard).
    public var stars: Int
    public static let starsLimit = 1...5
    /// The caller's languages, as in `Accept-Language`; English when absent.
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
