public import Identifiers
public import Wire

/// Deletes a definition of the caller (2.11-definition). Challenges that were sent before keep
/// their text and pictures. Deleting it again does nothing.
///
/// Refusals: `challenges.definition_not_found` for one that does not exist or is not the caller's;
/// `challenges.version_stale` with the current definition.
public struct DeleteDefinition: Call {
    public static let id: CallID = 0x0217
    public static let effect = Effect.once
    public static let access = Access.signedIn

    /// The definition.
    public var definition: DefinitionID
    /// Refuse with `challenges.version_stale` unless the definition has this version.
    public var ifVersion: Int64?

    public init(definition: DefinitionID, ifVersion: Int64? = nil) {
        self.definition = definition
        self.ifVersion = ifVersion
    }

    public typealias Reply = Nothing
}
