public import Identifiers
public import Wire

/// Asks whether a session is still good: what a gateway does that may have missed a revocation.
public struct VerifySession: Call {
    public static let id: CallID = 0x0141
    public static let effect = Effect.none
    public static let access = Access.cluster([.gateway])

    /// Which session.
    public var session: SessionID

    public init(session: SessionID) {
        self.session = session
    }

    /// How the session stands; an unknown one is not active.
    public struct Reply: Codable, Hashable, Sendable {
        /// Whether the session exists and was not ended.
        public let isActive: Bool
        /// Whose it is; `nil` when it is not active.
        public let user: UserID?
        /// Whether that person has the moderator's right now.
        public let isModerator: Bool

        public init(isActive: Bool, user: UserID?, isModerator: Bool) {
            self.isActive = isActive
            self.user = user
            self.isModerator = isModerator
        }
    }
}
