import ChallengesCore
import IdentityAPI
import Outbox
import People
import Postgres
import RPC
import Values

/// Copies of people and relations, which identityd owns, and what ends when two of them part.
struct Copies: Sendable {
    let database: Database
    let identity: any Caller
    /// The features, each of which ends what is open between two people.
    var parts: [any ChallengesPart]
    let now: @Sendable () -> Instant

    var switchboard: Switchboard {
        Switchboard {
            $0.on(personChanged)
            $0.on(relationChanged)
        }
    }

    /// Fills copies of people that lack what identityd tells.
    var missingCards: PeriodicTask {
        MissingCards(in: database, from: identity).task
    }
}
