import ChallengesAPI
import Postgres
import RPC
import Values

/// What each user is to do next.
struct Home: Sendable {
    let database: Database
    let moves: Moves

    var rules: Rules { moves.rules }
    var now: @Sendable () -> Instant { moves.now }

    var switchboard: Switchboard {
        Switchboard {
            $0.on(getHome)
        }
    }
}
