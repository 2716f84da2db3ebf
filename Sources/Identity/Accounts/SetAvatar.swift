import IdentityAPI
import Identifiers
import MediaAPI
import Outbox
import Postgres
import RPC
import Wire

extension Identity {
    func setAvatar(_ call: SetAvatar, in context: CallContext) async throws -> Account {
        let user = try context.signedIn
        if let given = try await database.reply(to: call, in: context) { return given }
        try await claim(call.mediaID, for: user, in: context)
        let now = now()
        return try await database.once(call, in: context, at: now) { tx in
            guard try await tx.lockAccount(user).value else { throw WireError.signInNeeded }
            let old = try await tx.avatar(of: user)
            if old != call.mediaID {
                try await tx.setAvatar(of: user, to: call.mediaID, at: now)
                try await publishAvatar(call.mediaID, insteadOf: old, of: user, tx)
            }
            guard let account = try await tx.accounts([user])[user] else {
                throw WireError.signInNeeded
            }
            return account
        }
    }

    /// Claims a picture as the user's avatar.
    func claim(
        _ picture: MediaID,
        for user: UserID,
        in context: CallContext
    ) async throws {
        do {
            _ = try await media.call(
                ClaimMedia(media: [picture], user: user, cause: avatarCause(user)),
                in: context
            )
        } catch {
            switch error.kind {
            case .notFound, .invalid, .forbidden, .conflict:
                throw Refusal(IdentityError.avatarInvalid, at: "/mediaID")
            default: throw error
            }
        }
    }

    /// Publishes the account's card, and tells mediad which picture is used from now on, and which
    /// no more.
    func publishAvatar(
        _ new: MediaID?,
        insteadOf old: MediaID?,
        of user: UserID,
        _ tx: Transaction
    ) async throws {
        for card in try await tx.cards([user]) { try publish(card, tx) }
        let cause = avatarCause(user)
        if let new {
            try tx.emit(MediaUsed(media: [new], cause: cause, key: user.uuid), to: .media)
        }
        if let old {
            try tx.emit(MediaReleased(media: [old], cause: cause, key: user.uuid), to: .media)
        }
    }

    private func avatarCause(_ user: UserID) -> String {
        "avatar:\(user)"
    }
}
