import ChallengesCore
import Identifiers
import IdentityAPI
import Outbox
import People
import Postgres
import RPC
import Values

/// Copies of users and relations, which identityd owns.
struct Copies: Sendable {
    let database: Database
    let identity: any Caller
    /// The features, and the reminders; each reacts to changes of users and to blocks.
    var parts: [any ChallengesPart]
    let now: @Sendable () -> Instant
    /// Stores relations that arrive at the same time, under the locks of their pairs.
    let relations: BatchReceiver<RelationChanged>

    init(
        database: Database,
        identity: any Caller,
        parts: [any ChallengesPart],
        now: @escaping @Sendable () -> Instant
    ) {
        self.database = database
        self.identity = identity
        self.parts = parts
        self.now = now
        relations = BatchReceiver(in: database, now: now) { tx, events in
            try tx.lock(events.map { Pair($0.one, $0.other) })
            try tx.store(events)
        }
    }

    var switchboard: Switchboard {
        Switchboard {
            $0.on(personChanged)
            $0.on(relationChanged)
        }
    }

    /// The task that completes copies of users without data from identityd.
    var missingCards: PeriodicTask {
        MissingCards(in: database, from: identity).task
    }
}
