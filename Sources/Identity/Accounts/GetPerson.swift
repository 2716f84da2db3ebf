import IdentityAPI
import Identifiers
import Postgres
import RPC
import Values
import Wire

extension Identity {
    func getPerson(_ call: GetPerson, in context: CallContext) async throws -> Profile {
        let asker = try context.signedIn
        guard let card = try await database.cards([call.user]).first,
            card.isActive || call.user == asker
        else { throw IdentityError.personUnknown }
        let person = card.person
        let (relationship, request) = try await relationship(of: asker, to: call.user)
        let said = try await database.selfDescription(of: call.user)
        return Profile(
            id: person.id,
            username: person.username,
            firstName: person.firstName,
            lastName: person.lastName,
            avatarURL: person.avatarURL,
            relationship: relationship,
            friendRequestID: request,
            displayName: said.displayName,
            bio: said.bio
        )
    }

    private func relationship(
        of asker: UserID,
        to user: UserID
    ) async throws -> (Profile.Relationship, FriendRequestID?) {
        guard asker != user else { return (.me, nil) }
        if try await database.relation(Pair(asker, user))?.relation == .friends {
            return (.friends, nil)
        }
        let now = now()
        if let sent = try await database.openRequest(from: asker, to: user, at: now) {
            return (.requestSent, sent.id)
        }
        let received = try await database.openRequest(from: user, to: asker, at: now)
        if let received, received.state == .requested { return (.requestReceived, received.id) }
        return (.none, nil)
    }
}

extension Reader {
    /// Returns the friend request from one user to another that looks open to its sender.
    func openRequest(
        from asker: UserID,
        to asked: UserID,
        at now: Instant
    ) async throws -> StoredRequest? {
        try await requests(from: asker, to: asked, declinedAfter: now - StoredRequest.silence)
            .first { $0.looksOpen(at: now) }
    }
}
