import ChallengesAPI
import Identifiers
import IdentityAPI
import People
import Postgres
import RPC
import Values
import Wire

/// How people come into contests: invited, let in by the owner, or by themselves (2.3-ways-in); and
/// what they set out to reach.
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

    /// Runs a change again while what it read before it had its locks is no longer so.
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

    /// What identityd says of people whom a person invites: whether they may.
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
            // Only the inviter has to exist, and their account is gone.
            throw WireError.signInNeeded
        }
    }

    /// The card of a person of whom there is no copy yet; `nil` if there is one.
    func missingCard(of user: UserID, in context: CallContext) async throws -> PersonCard? {
        guard try await database.people([user]).isEmpty else { return nil }
        let cards = try await identity.call(ListCards(users: [user]), in: context).cards
        guard let card = cards.first else { throw WireError.signInNeeded }
        return card
    }
}

/// What a change read before it had its locks has changed meanwhile; it is begun again.
struct StaleRead: Error {}
