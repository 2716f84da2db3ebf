import Values

/// What becomes of a refresh token that is shown (2.8-refresh).
enum RefreshVerdict: Equatable {
    /// A new pair; the token is used up.
    case renew
    /// A new pair; the last one was probably lost on its way.
    case renewAgain
    /// No pair.
    case refuse
    /// No pair, and the session ends: somebody else may hold its tokens.
    case reuse

    /// How long after its use a token may be shown again.
    static let grace = Duration.seconds(60)

    /// What is known of a token and its family.
    struct Evidence: Equatable {
        /// When the token was used; `nil` where it was not.
        var usedAt: Instant?
        /// When it stops being good.
        var expiresAt: Instant
        /// Whether a token made from it was used.
        var isSuccessorUsed: Bool
        /// Whether another token made from the same one was used.
        var isSiblingUsed: Bool
        /// Whether the session was ended.
        var isSessionEnded: Bool
    }

    init(_ evidence: Evidence, at now: Instant) {
        if evidence.isSessionEnded {
            self = .refuse
        } else if let usedAt = evidence.usedAt {
            self = !evidence.isSuccessorUsed && now - usedAt <= Self.grace ? .renewAgain : .reuse
        } else if evidence.isSiblingUsed {
            self = .reuse
        } else {
            self = now < evidence.expiresAt ? .renew : .refuse
        }
    }
}
