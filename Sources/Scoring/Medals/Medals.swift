import Logging
import Outbox
import Postgres
import RPC
import Values

/// The medals that users earned in contests and for personal goals.
struct Medals: Sendable {
    let database: Database
    let now: @Sendable () -> Instant
    /// The maximum number of results, or completions, that one transaction checks.
    var stepMax = 1_000

    var switchboard: Switchboard {
        Switchboard {
            $0.on(listMedals)
            $0.on(seeMedals)
            $0.on(goalReached)
            $0.on(challengeSent)
        }
    }

    /// The loop that awards medals for reached goals and for results.
    var awarding: PeriodicTask {
        PeriodicTask(every: .milliseconds(100), complaint: "Giving medals failed; will retry.") {
            try await award()
        }
    }
}
