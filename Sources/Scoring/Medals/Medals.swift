import Logging
import Outbox
import Postgres
import RPC
import Values

/// The medals that people earned in contests, and for goals of their own.
struct Medals: Sendable {
    let database: Database
    let now: @Sendable () -> Instant
    /// How many results, or completions, one transaction looks at.
    var stepMax = 1_000

    var switchboard: Switchboard {
        Switchboard {
            $0.on(listMedals)
            $0.on(seeMedals)
            $0.on(goalReached)
        }
    }

    /// The loop that gives medals for goals that were reached and for results.
    var awarding: PeriodicTask {
        PeriodicTask(every: .milliseconds(100), complaint: "Giving medals failed; will retry.") {
            try await award()
        }
    }
}
