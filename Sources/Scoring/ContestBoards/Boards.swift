import Logging
import Outbox
import Postgres
import RPC
import Values

/// The boards of contests: their players' ranks, and their results.
struct Boards: Sendable {
    let database: Database
    let identity: any Caller
    let challenges: any Caller
    let now: @Sendable () -> Instant
    /// How long, after a notice of a lost rank, a player gets no other such notice from the
    /// contest.
    let rankLostEvery: Duration
    /// The maximum number of results that one transaction writes.
    var resultsMax = 5_000
    /// The maximum number of players that one transaction moves to a board.
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
