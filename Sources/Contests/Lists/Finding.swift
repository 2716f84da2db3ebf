import ChallengesAPI
import Postgres
import RPC
import Values

/// Contests as people see and find them.
struct Finding: Sendable {
    package let contests: ContestChanges

    var database: Database { contests.database }
    var rules: ContestRules { contests.rules }
    var now: @Sendable () -> Instant { contests.now }

    var switchboard: Switchboard {
        Switchboard {
            $0.on(getContest)
            $0.on(listContests)
        }
    }
}
