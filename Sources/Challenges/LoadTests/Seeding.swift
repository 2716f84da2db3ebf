import ChallengesAPI
import Dares
import Postgres
import RPC
import Values

/// What load tests begin with.
struct Seeding: Sendable {
    let database: Database
    let identity: any Caller
    let rules: DareRules
    let now: @Sendable () -> Instant

    var switchboard: Switchboard {
        Switchboard {
            $0.on(prepareDares)
        }
    }
}
