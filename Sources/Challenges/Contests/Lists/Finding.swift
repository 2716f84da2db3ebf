import ChallengesAPI
import Postgres
import RPC
import Values

/// Contests as people see and find them.
struct Finding: Sendable {
    let contests: ContestChanges

    var database: Database { contests.database }
    var rules: Rules { contests.rules }
    var now: @Sendable () -> Instant { contests.now }

    var switchboard: Switchboard {
        Switchboard {
            $0.on(getContest)
            $0.on(listContests)
            $0.on(listProfileChallenges)
        }
    }
}
