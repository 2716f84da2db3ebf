import Logging
import Outbox
import Postgres
import RPC
import Values

/// Contests: how people rank in each, and its result.
struct Boards: Sendable {
    let database: Database
    let identity: any Caller
    let challenges: any Caller
    let now: @Sendable () -> Instant
    /// How long a person who was told of a lost rank hears nothing more of the kind from the contest.
    let rankLostEvery: Duration
    /// How many results one transaction writes.
    var resultsMax = 5_000
    /// How many players one transaction moves to a board.
    var movesMax = 1_000

    var switchboard: Switchboard {
        Switchboard {
            $0.on(getBoard)
            $0.on(contestChanged)
            $0.on(scoresChanged)
        }
    }

    /// The loop that writes the results of completed contests.
    var freezing: PeriodicTask {
        PeriodicTask(
            every: .milliseconds(100),
            complaint: "Writing the results of contests failed; will retry."
        ) {
            try await freeze()
        }
    }
}
