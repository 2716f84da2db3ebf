import Identifiers
import IdentityAPI
import Outbox
import Postgres
import RPC
import Values
import Wire

extension Identity {
    func changeProfile(_ call: ChangeProfile, in context: CallContext) async throws -> Account {
        let user = try context.signedIn
        let change = try ProfileChange(call)
        let now = now()
        return try await database.once(call, in: context, at: now) { tx in
            guard let held = try await tx.lockedProfile(of: user) else {
                throw WireError.signInNeeded
            }
            if call.email != nil { try await tx.refuseEndedSession(context, at: now) }
            var next = held
            do throws(IdentityError) {
                try change.apply(
                    to: &next,
                    at: now,
                    usernamePause: rules.usernamePause,
                    unless: reservedUsernames
                )
            } catch {
                throw Refusal(error, at: "/username")
            }
            if next != held {
                let card = try await tx.save(next, of: user, at: now)
                if let username = change.username, next.username != held.username {
                    // After the change, which has waited for a user who gives the username up.
                    try await tx.refuseReserved(username, for: user, at: now)
                    try tx.reserve(held.username, of: user, until: now + rules.usernamePause)
                }
                if let wanted = next.emailWanted, wanted != held.emailWanted {
                    try tx.dropTickets(of: user, .email)
                    try await tellOfWish(next, of: user, version: card.version, tx, at: now)
                }
                try publish(card, tx)
            }
            guard let account = try await tx.accounts([user])[user] else {
                throw WireError.signInNeeded
            }
            return account
        }
    }

    /// Tells the present address that another one is wanted.
    private func tellOfWish(
        _ profile: AccountProfile,
        of user: UserID,
        version: Int64,
        _ tx: Transaction,
        at now: Instant
    ) async throws {
        guard let email = profile.email else { return }
        try await tx.countMail([.addresses(of: user, limits)], at: now)
        let cause = "\(user):\(version)"
        try tx.post(.addressWanted, of: user, to: email, because: cause, at: now)
    }
}
