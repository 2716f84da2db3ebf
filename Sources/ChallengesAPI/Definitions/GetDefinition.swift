public import Identifiers
public import Wire

/// One definition, as the caller sees it (SF-09); a preset in the caller's language.
///
/// Refuses with `challenges.definition_not_found` one that does not exist, was deleted, or that the
/// caller may not see (2.10-private, 2.10-visibility).
public struct GetDefinition: Call {
    public static let id: CallID = 0x0215
    public static let effect = Effect.none
    public static let access = Access.signedIn

    /// The definition.
    public var definition: DefinitionID
    /// The languages that the caller reads, as `Accept-Language` writes them; English when absent.
    public var languages: String?

    public init(definition: DefinitionID, languages: String? = nil) {
        self.definition = definition
        self.languages = languages
    }

    public typealias Reply = Definition
}
