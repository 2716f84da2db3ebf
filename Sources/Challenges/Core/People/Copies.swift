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
    let moves: Moves
    let joining: Joining
    /// How many assignments a block voids in one transaction.
    var voidedMax = 100

    var now: @Sendable () -> Instant { moves.now }

    var switchboard: Switchboard {
        let people = People(database: database)
        return Switchboard {
            $0.on(people.personChanged)
            $0.on(relationChanged)
        }
    }

    /// Fills copies of people that lack what identityd tells.
    var missingCards: PeriodicTask {
        MissingCards(in: database, from: identity).task
    }
}
