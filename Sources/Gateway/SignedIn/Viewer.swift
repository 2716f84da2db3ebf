import Identifiers
import Values

/// Who asks, as the access token says.
struct Viewer: Hashable, Sendable {
    let user: UserID
    let session: SessionID
    var isModerator: Bool
    /// When the token ends.
    let expiresAt: Instant
}
