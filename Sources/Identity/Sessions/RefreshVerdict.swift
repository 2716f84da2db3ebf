import Values

/// What to do with a refresh token that a client presents (2.8-refresh).
///
/// A client whose reply was lost presents its token again, at any later time. So a token gives
/// further pairs until one of its successors is used, which proves that a reply arrived. Only a
/// refresh counts as use: requests with the access token of a pair do not reach this service.
///
/// Tokens issued for the same token are twins. The first twin to be used continues the session; a
/// second holder who presents another twin ends the session for both. Two parts of a client that
/// refresh at the same time get twins too: for a minute after it was issued, a twin counts as the
/// same token.
enum RefreshVerdict: Equatable {
    /// Issue a new pair; the token is then used.
    case renew
    /// Issue a new pair; the last one was probably lost.
    case renewAgain
    /// Issue no pair.
    case refuse
    /// Issue no pair and end the session: another party may have its tokens.
    case reuse

    /// How long after it was issued a token may be used although a twin was used: 60 seconds.
    static let grace = Duration.seconds(60)

    /// The facts about a token and its family.
    struct Evidence: Equatable {
        /// When the token was issued.
        var issuedAt: Instant
        /// When the token expires.
        var expiresAt: Instant
        /// Whether the token was used.
        var isUsed: Bool
        /// Whether a twin was used.
        var isTwinUsed: Bool
        /// Whether a token issued for it, or for a twin, was used.
        var isSuccessorUsed: Bool
        /// Whether the session has ended.
        var isSessionEnded: Bool
    }

    init(_ evidence: Evidence, at now: Instant) {
        let isRepeated = evidence.isUsed || evidence.isTwinUsed
        if evidence.isSessionEnded {
            self = .refuse
        } else if evidence.isSuccessorUsed {
            self = .reuse
        } else if !evidence.isUsed, evidence.isTwinUsed, now - evidence.issuedAt > Self.grace {
            self = .reuse
        } else if evidence.expiresAt <= now {
            self = .refuse
        } else {
            self = isRepeated ? .renewAgain : .renew
        }
    }
}
