import Identifiers
import Values

/// The signed-in user, as the access token identifies them.
struct Viewer: Hashable, Sendable {
    let user: UserID
    let session: SessionID
    var isModerator: Bool
    /// When the token expires.
    let expiresAt: Instant
}
