import Identifiers
import IdentityAPI
import Values

/// The notices about a friend request. The sender is not notified of a refusal (2.8-silent).
extension StoredRequest {
    /// Notifies the recipient of the request.
    var sent: PeopleTold {
        PeopleTold(
            people: [asked],
            kind: .friendRequest,
            cause: id.description,
            actor: asker,
            subject: .init(id),
            at: createdAt
        )
    }

    /// Notifies the sender that the two are friends.
    func accepted(at now: Instant) -> PeopleTold {
        PeopleTold(
            people: [asker],
            kind: .friendAdded,
            cause: id.description,
            actor: asked,
            subject: .init(id),
            at: now
        )
    }

    /// Resolves the recipient's notice.
    func settled(_ outcome: NoticesSettled.Outcome, at now: Instant) -> NoticesSettled {
        NoticesSettled(subject: .init(id), kinds: [.friendRequest], outcome: outcome, at: now)
    }
}
