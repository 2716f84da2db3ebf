import ChallengesAPI
import Postgres
import RPC
import Values
import Wire

/// The calls with which users read and find contests.
struct Finding: Sendable {
    package let contests: ContestChanges
    /// Batches the first pages of contests to join, one for each viewer.
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
