public import Identifiers
public import Wire

/// Puts a definition on the caller's wishlist, or removes it (2.8-wishes, 2.8-take-back).
///
/// Only the caller sees the wishlist. A repetition changes nothing and gets the same reply. A
/// definition can be removed even by a user who no longer sees it.
///
/// Refusals: `challenges.definition_not_found`, unless the caller removes one that is on the
/// wishlist, and `challenges.version_stale`, with the current definition if the caller sees it.
public struct WishDefinition: Call {
    public static let id: CallID = 0x021B
    public static let effect = Effect.once
    public static let access = Access.signedIn

    /// The definition.
    public var definition: DefinitionID
    /// `true` to put it on the wishlist, `false` to remove it.
    public var wishes: Bool
    /// The caller's languages, as in `Accept-Language`; English when absent.
    public var languages: String?
    /// Refuse with `challenges.version_stale` unless the definition has this version.
    public var ifVersion: Int64?

    public init(
        definition: DefinitionID,
        wishes: Bool,
        languages: String? = nil,
        ifVersion: Int64? = nil
    ) {
        self.definition = definition
        self.wishes = wishes
        self.languages = languages
        self.ifVersion = ifVersion
    }

    /// The definition as the caller sees it after the call; `nil` if they do not see it.
    public typealias Reply = Definition?
}
