import IdentityAPI
import Identifiers
import Values
import Wire

/// A stored invite.
struct StoredInvite: Hashable {
    let code: String
    let owner: UserID
    let kind: Invite.Kind
    var uses = 0
    let usesMax: Int
    let madeAt: Instant
    let expiresAt: Instant
    var revokedAt: Instant?

    /// Whether a use is left.
    var hasUses: Bool { uses < usesMax }

    /// Returns whether it is neither revoked nor expired.
    func isValid(at now: Instant) -> Bool {
        revokedAt == nil && now < expiresAt
    }

    /// The invite as its owner sees it.
    var inviteReply: Invite {
        Invite(
            code: code,
            kind: kind,
            madeAt: madeAt,
            uses: uses,
            usesMax: usesMax,
            expiresAt: expiresAt,
            revokedAt: revokedAt
        )
    }

    /// The invite as everyone who has the code sees it.
    func preview(by inviter: Person) -> CodePreview {
        let kind: CodePreview.Kind =
            switch self.kind {
            case .friend: .friend
            case .app: .app
            case .unknown: .unknown
            }
        return CodePreview(invite: kind, by: inviter)
    }

    /// Notifies the inviter that a user used the invite: once, however many invites of the same
    /// inviter the user uses.
    func used(by user: UserID, at now: Instant) -> PeopleTold {
        PeopleTold(
            people: [owner],
            kind: .friendJoined,
            cause: user.description,
            actor: user,
            subject: .init(user),
            at: now
        )
    }
}
