import Values

/// What to do with a refresh token that a client presents (2.8-refresh).
///
/// Tokens issued for the same token are twins. A client that repeats a refresh whose reply was
/// lost, or refreshes twice at once, gets several and cannot know which one its other half kept.
/// For a minute they count as one token. After that only one is continued: a second holder who
/// presents a twin ends the session for both.
enum RefreshVerdict: Equatable {
    /// Issue a new pair; the token is used up.
    case renew
    /// Issue a new pair; the last one was probably lost on its way.
    case renewAgain
    /// Issue no pair.
    case refuse
    /// Issue no pair and end the session: another party may hold its tokens.
    case reuse

    /// How long after its use a token may be presented again, and how long its successors count as
    /// one.
    static let grace = Duration.seconds(60)

    /// What is known of a token and its family.
    struct Evidence: Equatable {
        /// When the token was used; `nil` if it was not.
        var usedAt: Instant?
        /// When its parent, the token that it was issued for, was first used; `nil` if there is
        /// none.
        var parentUsedAt: Instant?
        /// When the token expires.
        var expiresAt: Instant
        /// Whether a twin was used.
        var isTwinUsed: Bool
        /// Whether a token issued for it, or for a twin, was used.
        var isSuccessorUsed: Bool
        /// Whether the session has ended.
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
