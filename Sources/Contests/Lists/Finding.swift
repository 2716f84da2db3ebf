import ChallengesAPI
import Postgres
import RPC
import Values
import Wire

/// Contests as people see and find them.
struct Finding: Sendable {
    package let contests: ContestChanges
    /// First pages of what people may join, of which each person sees their own.
    let discovered: BatchLoader<DiscoverPage, ListPart<ListedContest>>
    let replies: ContestReplies

    init(contests: ContestChanges) {
        self.contests = contests
        let database = contests.database
        discovered = BatchLoader(keysMax: 16) { try await database.contests(toJoin: $0) }
        replies = ContestReplies(database: database, rules: contests.rules)
    }

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
