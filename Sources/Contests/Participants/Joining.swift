import ChallengesAPI
import Identifiers
import IdentityAPI
import People
import Postgres
import RPC
import Values
import Wire

/// The calls with which users become participants: by invitation, by approval of the owner, or
/// directly (2.3-ways-in); and their targets.
struct Joining: Sendable {
    package let contests: ContestChanges
    let identity: any Caller

    var database: Database { contests.database }
    var rules: ContestRules { contests.rules }
    var now: @Sendable () -> Instant { contests.now }

    var switchboard: Switchboard {
        Switchboard {
            $0.on(inviteToContest)
            $0.on(joinContest)
            $0.on(declineContest)
            $0.on(setTarget)
            $0.on(listParticipants)
            $0.on(admitParticipant)
            $0.on(refuseParticipant)
            $0.on(removeParticipant)
        }
    }

    /// Runs a change, and repeats it while data that it read before taking its locks is stale.
    func untilCurrent<Value: Sendable>(
        _ change: () async throws -> Value
    ) async throws -> Value {
        while true {
            do {
                return try await change()
            } catch is StaleRead {
                continue
            }
        }
    }

    /// identityd's answer: which users the inviter may invite.
    func standings(
        of invitees: [UserID],
        for inviter: UserID,
        in context: CallContext
    ) async throws -> CheckRecipients.Reply {
        do {
            let check = CheckRecipients(sender: inviter, recipients: invitees)
            return try await identity.call(check, in: context)
        } catch {
            guard error.code == IdentityError.personUnknown.rawValue else { throw error }
            // Only the inviter must exist: their account was deleted.
            throw WireError.signInNeeded
        }
    }

    /// The card of a user without a stored copy; `nil` if there is a copy.
    func missingCard(of user: UserID, in context: CallContext) async throws -> PersonCard? {
        guard try await database.people([user]).isEmpty else { return nil }
        let cards = try await identity.call(ListCards(users: [user]), in: context).cards
        guard let card = cards.first else { throw WireError.signInNeeded }
        return card
    }
}

/// Data that a change read before taking its locks has changed; the change begins again.
struct StaleRead: Error {}
