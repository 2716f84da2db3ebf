import IdentityAPI
import Logging
import Outbox
import Postgres
import RPC
import Values

/// The medals that users earned: in contests, for personal goals, milestones and streaks, and the
/// first time that they did something.
struct Medals: Sendable {
    let database: Database
    let streaks: Streaks
    let now: @Sendable () -> Instant
    /// Stores relations that arrive at the same time, and awards the medals for first friends.
    let relations: BatchReceiver<RelationChanged>
    /// The maximum number of results, completions or counters that one transaction checks.
    var stepMax = 1_000

    init(database: Database, streaks: Streaks, now: @escaping @Sendable () -> Instant) {
        self.database = database
        self.streaks = streaks
        self.now = now
        relations = BatchReceiver(in: database, now: now) { tx, events in
            try await tx.receive(events, at: now())
        }
    }

    var switchboard: Switchboard {
        Switchboard {
            $0.on(listMedals)
            $0.on(listMedalProgress)
            $0.on(seeMedals)
            $0.on(goalReached)
            $0.on(challengeSent)
            $0.on(relationChanged)
        }
    }

    /// The loop that awards medals for reached goals, milestones and results.
    var awarding: PeriodicTask {
        PeriodicTask(every: .milliseconds(100), complaint: "Giving medals failed; will retry.") {
            try await award()
        }
    }
}
