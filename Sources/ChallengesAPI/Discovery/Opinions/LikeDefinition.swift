public import Identifiers
public import Wire

/// Likes a definition, or takes the like back (2.8-likes, 2.8-take-back, 2.13-merged, SF-17,
/// SF-22, K-20).
///
/// Each user counts once, however often they ask; a repetition gets the same answer. Anyone who
/// sees a definition may like it, and see who does. Its author gets a notice of the first like of
/// each user; those of six hours are one notice. A like is taken back also by a user who no longer
/// sees the definition.
///
/// Refusals: `challenges.definition_not_found`, unless the caller takes a like back that is there,
/// and `challenges.version_stale`, with the present definition if the caller sees it.
public struct LikeDefinition: Call {
    public static let id: CallID = 0x0219
    public static let effect = Effect.once
    public static let access = Access.signedIn

    /// The definition.
    public var definition: DefinitionID
    /// Whether the caller likes it from now on.
    public var likes: Bool
    /// The languages that the caller reads, as `Accept-Language` writes them; English when absent.
    public var languages: String?
    /// Refuse with `challenges.version_stale` unless the definition has this version.
    public var ifVersion: Int64?

    public init(
        definition: DefinitionID,
        likes: Bool,
        languages: String? = nil,
        ifVersion: Int64? = nil
    ) {
        self.definition = definition
        self.likes = likes
        self.languages = languages
        self.ifVersion = ifVersion
    }

    /// The definition as the caller then sees it; `nil` if they do not.
    public typealias Reply = Definition?
}
