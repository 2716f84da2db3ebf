import ChallengesAPI
import Postgres
import RPC
import Values

/// What load tests begin with.
struct Seeding: Sendable {
    let database: Database
    let identity: any Caller
    let moves: Moves

    var rules: Rules { moves.rules }
    var now: @Sendable () -> Instant { moves.now }

    var switchboard: Switchboard {
        Switchboard {
            $0.on(prepareDares)
        }
    }
}
