public import Identifiers
public import Wire

/// Removes a suggestion permanently, also if the two become connected again (2.8-suggestions);
/// removing it again does nothing.
///
/// Refuses with `identity.suggestion_unknown` if the user was never suggested to the caller.
public struct DismissSuggestion: Call {
    public static let id: CallID = 0x011E
    public static let effect = Effect.once
    public static let access = Access.signedIn
    public typealias Reply = Nothing

    /// The suggested user.
    public var user: UserID

    public init(user: UserID) {
        self.user = user
    }
}
