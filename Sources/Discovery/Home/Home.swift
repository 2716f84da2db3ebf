import ChallengesAPI
import Contests
import Dares
import Goals
import Postgres
import RPC
import Values

/// The home of each user: what to do next.
struct Home: Sendable {
    let database: Database
    let dareRules: DareRules
    let goalRules: GoalRules
    let now: @Sendable () -> Instant
    /// Loads pages of homes. Each user sees only their own.
    let pages: BatchLoader<HomePage, HomeParts>
    let contestReplies: ContestReplies

    init(
        database: Database,
        dareRules: DareRules,
        contestRules: ContestRules,
        goalRules: GoalRules,
        now: @escaping @Sendable () -> Instant
    ) {
        self.database = database
        self.dareRules = dareRules
        self.goalRules = goalRules
        self.now = now
        contestReplies = ContestReplies(database: database, rules: contestRules)
        pages = BatchLoader(keysMax: 16) {
            try await database.homes(of: $0, under: dareRules, goalRules)
        }
    }

    var switchboard: Switchboard {
        Switchboard {
            $0.on(getHome)
        }
    }
}
