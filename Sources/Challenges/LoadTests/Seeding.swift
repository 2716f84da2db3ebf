import ChallengesAPI
import Dares
import Postgres
import RPC
import Values

/// The calls that prepare data for load tests.
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
