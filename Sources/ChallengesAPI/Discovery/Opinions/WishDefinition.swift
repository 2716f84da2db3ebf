public import Identifiers
public import Wire

/// Puts a definition on the caller's wishlist, or takes it off (2.8-wishes, 2.8-take-back,
/// GC-14).
///
/// Nobody else learns of it. A repetition changes nothing, and gets the same answer. It is taken off
/// also by a user who no longer sees the definition.
///
/// Refusals: `challenges.definition_not_found`, unless the caller takes off what is there, and
/// `challenges.version_stale`, with the present definition if the caller sees it.
public struct WishDefinition: Call {
    public static let id: CallID = 0x021B
    public static let effect = Effect.once
    public static let access = Access.signedIn

    /// The definition.
    public var definition: DefinitionID
    /// Whether it is on the wishlist from now on.
    public var wishes: Bool
    /// The languages that the caller reads, as `Accept-Language` writes them; English when absent.
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

    /// The definition as the caller then sees it; `nil` if they do not.
    public typealias Reply = Definition?
}
