import Values

/// What becomes of a refresh token that is shown (2.8-refresh).
///
/// Tokens that were given for the same one are twins: whoever repeats a refresh whose reply was
/// lost, or asks twice at once, gets several, and cannot know which of them the other half of the
/// program kept. For a minute they count as one token. After it, one line goes on alone: a second
/// holder who shows a twin ends the session for both.
enum RefreshVerdict: Equatable {
    /// A new pair; the token is used up.
    case renew
    /// A new pair; the last one was probably lost on its way.
    case renewAgain
    /// No pair.
    case refuse
    /// No pair, and the session ends: somebody else may hold its tokens.
    case reuse

    /// How long after its use a token may be shown again, and how long its successors count as one.
    static let grace = Duration.seconds(60)

    /// What is known of a token and its family.
    struct Evidence: Equatable {
        /// When the token was used; `nil` where it was not.
        var usedAt: Instant?
        /// When the token that it was given for was used first; `nil` where there is none.
        var parentUsedAt: Instant?
        /// When it stops being good.
        var expiresAt: Instant
        /// Whether a twin was used.
        var isTwinUsed: Bool
        /// Whether a token that was given for it, or for a twin, was used.
        var isSuccessorUsed: Bool
        /// Whether the session was ended.
        var isSessionEnded: Bool
    }

    init(_ evidence: Evidence, at now: Instant) {
        if evidence.isSessionEnded {
            self = .refuse
        } else if let usedAt = evidence.usedAt {
            self = Self.repeated(evidence, since: usedAt, at: now)
        } else if evidence.isTwinUsed {
            self = Self.repeated(evidence, since: evidence.parentUsedAt, at: now)
        } else {
            self = now < evidence.expiresAt ? .renew : .refuse
        }
    }

    private static func repeated(
        _ evidence: Evidence,
        since begin: Instant?,
        at now: Instant
    ) -> RefreshVerdict {
        guard let begin, now - begin <= grace, !evidence.isSuccessorUsed else { return .reuse }
        return .renewAgain
    }
}
