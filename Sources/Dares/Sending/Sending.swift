import ChallengesAPI
import ChallengesCore
import Identifiers
import IdentityAPI
import Postgres
import RPC
import Values
import Wire

/// The calls with which users send challenges.
struct Sending: Sendable {
    let database: Database
    let identity: any Caller
    let scoring: any Caller
    let moves: Moves<DareRules>

    var rules: DareRules { moves.rules }
    var now: @Sendable () -> Instant { moves.now }

    var switchboard: Switchboard {
        Switchboard {
            $0.on(createChallenge)
            $0.on(getChallenge)
            $0.on(checkChallenge)
        }
    }

    /// identityd's answer: which recipients the sender may challenge.
    func standings(
        of recipients: [UserID],
        for sender: UserID,
        in context: CallContext
    ) async throws -> CheckRecipients.Reply {
        do {
            let check = CheckRecipients(sender: sender, recipients: recipients)
            return try await identity.call(check, in: context)
        } catch {
            guard error.code == IdentityError.personUnknown.rawValue else { throw error }
            // Only the sender has to exist, and their account is gone.
            throw WireError.signInNeeded
        }
    }
}
