import Identifiers
import IdentityAPI
import Values

/// What the two people of a request are told about it. The asker is not told of a refusal
/// (2.8-silent).
extension StoredRequest {
    /// Tells the person asked that the request was sent.
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

    /// Tells the asker that the two became friends.
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

    /// Settles what the person asked was told.
    func settled(_ outcome: NoticesSettled.Outcome, at now: Instant) -> NoticesSettled {
        NoticesSettled(subject: .init(id), kinds: [.friendRequest], outcome: outcome, at: now)
    }
}
