import IdentityAPI
import Identifiers
import Values
import Wire

/// A friend request as stored, including what is hidden from its sender.
struct StoredRequest: Equatable {
    let id: FriendRequestID
    /// The sender.
    let asker: UserID
    /// The recipient.
    let asked: UserID
    /// The state as the recipient sees it, except that `withdrawn` hides an earlier refusal.
    var state: FriendRequest.State
    /// When the request was silently refused, even if it was withdrawn later.
    let declinedAt: Instant?
    let createdAt: Instant

    /// How long a silent refusal lasts: 30 days, in which the request looks open to its sender
    /// (2.8-silent).
    static let silence = Duration.days(30)

    var pair: Pair { Pair(asker, asked) }

    /// Returns whether the request looks open to its sender.
    func looksOpen(at now: Instant) -> Bool {
        switch state {
        case .requested: true
        case .declined: stillSilent(at: now)
        case .accepted, .withdrawn, .unknown: false
        }
    }

    /// Returns whether a silent refusal still lasts, so that the recipient is not asked again.
    func stillSilent(at now: Instant) -> Bool {
        guard let declinedAt else { return false }
        return now - declinedAt < Self.silence
    }

    /// Returns the state as the sender or the recipient sees it.
    func state(seenBy viewer: UserID) -> FriendRequest.State {
        switch state {
        case .declined where viewer == asker: .requested
        case .withdrawn where viewer == asked && declinedAt != nil: .declined
        default: state
        }
    }

    /// Returns the request as the sender or the recipient sees it; throws if one of them is
    /// missing.
    func requestReply(
        to viewer: UserID,
        _ people: [UserID: Person]
    ) throws(IdentityError) -> FriendRequest {
        guard let from = people[asker], let to = people[asked] else { throw .personUnknown }
        return FriendRequest(
            id: id,
            from: from,
            to: to,
            state: state(seenBy: viewer),
            createdAt: createdAt
        )
    }
}
