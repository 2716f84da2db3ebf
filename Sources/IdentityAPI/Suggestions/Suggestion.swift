public import Wire

/// A user whom another user may know (2.8-suggestions).
public struct Suggestion: Codable, Hashable, Sendable {
    /// The user.
    public let user: Person
    /// How the two are connected.
    public let source: Source

    public init(user: Person, source: Source) {
        self.user = user
        self.source = source
    }

    /// How two users are connected.
    public enum Source: String, OpenEnum, CaseIterable {
        /// They are friends on Facebook.
        case facebook
        /// One brought the other to the app by an invite.
        case invite
        /// A source that this release does not know.
        case unknown
    }
}
