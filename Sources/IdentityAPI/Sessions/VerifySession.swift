public import Identifiers
public import Wire

/// Checks whether a session is active. Called by a gateway that may have missed a revocation.
public struct VerifySession: Call {
    public static let id: CallID = 0x0141
    public static let effect = Effect.none
    public static let access = Access.cluster([.gateway])

    /// The session to check.
    public var session: SessionID

    public init(session: SessionID) {
        self.session = session
    }

    /// The state of the session; an unknown one is not active.
    public struct Reply: Codable, Hashable, Sendable {
        /// Whether the session exists and has not ended.
        public let isActive: Bool
        /// The session's user; `nil` if it is not active.
        public let user: UserID?
        /// Whether that user has the moderator's right now.
        public let isModerator: Bool

        public init(isActive: Bool, user: UserID?, isModerator: Bool) {
            self.isActive = isActive
            self.user = user
            self.isModerator = isModerator
        }
    }
}
