public import Identifiers
public import Wire

/// Likes a definition, or withdraws the like (2.8-likes, 2.8-take-back, 2.13-merged).
///
/// Each user counts once; a repetition changes nothing and gets the same reply. Every user who sees
/// a definition may like it, and sees who likes it. Its author is notified of each user's first
/// like; likes within six hours are merged into one notice. A like can be withdrawn even by a user
/// who no longer sees the definition.
///
/// Refusals: `challenges.definition_not_found`, unless the caller withdraws an existing like, and
/// `challenges.version_stale`, with the current definition if the caller sees it.
public struct LikeDefinition: Call {
    public static let id: CallID = 0x0219
    public static let effect = Effect.once
    public static let access = Access.signedIn

    /// The definition.
    public var definition: DefinitionID
    /// `true` to like it, `false` to withdraw the like.
    public var likes: Bool
    /// The caller's languages, as in `Accept-Language`; English when absent.
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

    /// The definition as the caller sees it after the call; `nil` if they do not see it.
    public typealias Reply = Definition?
}
