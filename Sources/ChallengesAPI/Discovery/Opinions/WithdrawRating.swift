public import Identifiers
public import Wire

/// Takes back the caller's rating of a definition, also if the caller no longer sees the definition
/// (2.5-difficulty, 2.8-take-back). Mean and count follow at once.
///
/// Without a rating it changes nothing.
///
/// Refusals: `challenges.definition_not_found`, unless the caller sees the definition or rated it,
/// and `challenges.version_stale`, with the present definition if the caller sees it.
public struct WithdrawRating: Call {
    public static let id: CallID = 0x024E
    public static let effect = Effect.once
    public static let access = Access.signedIn

    /// The definition.
    public var definition: DefinitionID
    /// The languages that the caller reads, as `Accept-Language` writes them; English when absent.
    public var languages: String?
    /// Refuse with `challenges.version_stale` unless the definition has this version.
    public var ifVersion: Int64?

    public init(definition: DefinitionID, languages: String? = nil, ifVersion: Int64? = nil) {
        self.definition = definition
        self.languages = languages
        self.ifVersion = ifVersion
    }

    /// The definition as the caller then sees it; `nil` if they do not.
    public typealias Reply = Definition?
}
