import ChallengesAPI
import Contests
import Dares
import Goals
import Postgres
import RPC
import Values

/// What each user is to do next.
struct Home: Sendable {
    let database: Database
    let dareRules: DareRules
    let contestRules: ContestRules
    let goalRules: GoalRules
    let now: @Sendable () -> Instant

    var switchboard: Switchboard {
        Switchboard {
            $0.on(getHome)
        }
    }
}
