import ChallengesAPI
import Contests
import Goals
import Postgres
import RPC
import Values

/// The challenges that users' profiles show.
struct Profiles: Sendable {
    let database: Database
    let rules: ContestRules
    let goalRules: GoalRules
    let now: @Sendable () -> Instant

    var switchboard: Switchboard {
        Switchboard { $0.on(listProfileChallenges) }
    }
}
