public import Identifiers
public import Wire

/// Replaces a user's password with a random one, which the reply tells, and ends all of the user's
/// sessions. For users who cannot reset it themselves, such as those without an e-mail address.
///
/// Refuses with `identity.person_unknown` at `/login`. Refuses with `identity.busy`, and the
/// seconds to wait, when too many clients wait. The reply is not stored, because it contains a
/// secret (2.8-secrets): after a lost one, call again.
public struct AssignPassword: Call {
    public static let id: CallID = 0x0150
    public static let effect = Effect.many
    public static let access = Access.operator

    /// The user's username or e-mail address, in any case.
    public var login: String

    public init(login: String) {
        self.login = login
    }

    /// The user, with the new password.
    public struct Reply: Codable, Hashable, Sendable {
        /// The user.
        public let user: UserID
        /// The username.
        public let username: String
        /// The new password.
        public let password: String

        public init(user: UserID, username: String, password: String) {
            self.user = user
            self.username = username
            self.password = password
        }
    }
}
