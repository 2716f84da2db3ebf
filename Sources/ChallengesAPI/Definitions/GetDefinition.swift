public import Identifiers
public import Wire

/// Returns a definition as the caller sees it; a preset in the caller's language.
///
/// Refuses with `challenges.definition_not_found` one that does not exist, was deleted, or that the
/// caller may not see (2.10-private, 2.10-visibility).
public struct GetDefinition: Call {
    public static let id: CallID = 0x0215
    public static let effect = Effect.none
    public static let access = Access.signedIn

    /// The definition.
    public var definition: DefinitionID
    /// The caller's languages, as in `Accept-Language`; English when absent.
    public var languages: String?

    public init(definition: DefinitionID, languages: String? = nil) {
        self.definition = definition
        self.languages = languages
    }

    public typealias Reply = Definition
}
