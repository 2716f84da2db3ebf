public import Identifiers
public import Wire

/// Withdraws the caller's rating of a definition, even if the caller no longer sees the definition
/// (2.5-difficulty, 2.8-take-back). Mean and count change at once.
///
/// Without a rating it changes nothing.
///
/// Refusals: `challenges.definition_not_found`, unless the caller sees the definition or rated it,
/// and `challenges.version_stale`, with the current definition if the caller sees it.
public struct WithdrawRating: Call {
    public static let id: CallID = 0x024E
    public static let effect = Effect.once
    public static let access = Access.signedIn

    /// The definition.
    public var definition: DefinitionID
    /// The caller's languages, as in `Accept-Language`; English when absent.
    public var languages: String?
    /// Refuse with `challenges.version_stale` unless the definition has this version.
    public var ifVersion: Int64?

    public init(definition: DefinitionID, languages: String? = nil, ifVersion: Int64? = nil) {
        self.definition = definition
        self.languages = languages
        self.ifVersion = ifVersion
    }

    /// The definition as the caller sees it after the call; `nil` if they do not see it.
    public typealias Reply = Definition?
}
