import IdentityAPI
import Identifiers
import Values
import Wire

/// A friend request as it is kept, with what its asker is not told.
struct StoredRequest: Equatable {
    let id: FriendRequestID
    let asker: UserID
    let asked: UserID
    /// As the person asked sees it, but that `withdrawn` hides a refusal before it.
    let state: FriendRequest.State
    /// When it was silently refused, even if it was withdrawn since.
    let declinedAt: Instant?
    let createdAt: Instant

    /// How long a silent refusal stands, and its request looks open to the asker (2.8-silent).
    static let silence = Duration.days(30)

    var pair: Pair { Pair(asker, asked) }

    /// Whether the request is open to its asker's eyes.
    func looksOpen(at now: Instant) -> Bool {
        switch state {
        case .requested: true
        case .declined: stillSilent(at: now)
        case .accepted, .withdrawn, .unknown: false
        }
    }

    /// Whether a silent refusal still stands, so that the person is not asked anew.
    func stillSilent(at now: Instant) -> Bool {
        guard let declinedAt else { return false }
        return now - declinedAt < Self.silence
    }

    /// The state as one of the two is told it.
    func state(seenBy viewer: UserID) -> FriendRequest.State {
        switch state {
        case .declined where viewer == asker: .requested
        case .withdrawn where viewer == asked && declinedAt != nil: .declined
        default: state
        }
    }

    /// The request as one of the two is shown it.
    func shown(to viewer: UserID, _ people: [UserID: Person]) -> FriendRequest? {
        guard let from = people[asker], let to = people[asked] else { return nil }
        return FriendRequest(
            id: id,
            from: from,
            to: to,
            state: state(seenBy: viewer),
            createdAt: createdAt
        )
    }
}
