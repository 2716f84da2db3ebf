import IdentityAPI
import Identifiers
import Values
import Wire

/// A friend request as stored, including what its asker is not told.
struct StoredRequest: Equatable {
    let id: FriendRequestID
    let asker: UserID
    let asked: UserID
    /// As the person asked sees it, except that `withdrawn` hides an earlier refusal.
    var state: FriendRequest.State
    /// When it was silently refused, even if it was withdrawn later.
    let declinedAt: Instant?
    let createdAt: Instant

    /// How long a silent refusal lasts, while its request looks open to the asker (2.8-silent).
    static let silence = Duration.days(30)

    var pair: Pair { Pair(asker, asked) }

    /// Returns whether the request looks open to its asker.
    func looksOpen(at now: Instant) -> Bool {
        switch state {
        case .requested: true
        case .declined: stillSilent(at: now)
        case .accepted, .withdrawn, .unknown: false
        }
    }

    /// Returns whether a silent refusal still lasts, so that the person is not asked again.
    func stillSilent(at now: Instant) -> Bool {
        guard let declinedAt else { return false }
        return now - declinedAt < Self.silence
    }

    /// Returns the state as one of the two people sees it.
    func state(seenBy viewer: UserID) -> FriendRequest.State {
        switch state {
        case .declined where viewer == asker: .requested
        case .withdrawn where viewer == asked && declinedAt != nil: .declined
        default: state
        }
    }

    /// Returns the request as one of the two people sees it; throws if one of them is missing.
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
