import ChallengesCore
import Identifiers
import IdentityAPI
import Outbox
import People
import Postgres
import RPC
import Values

/// Copies of people and relations, which identityd owns, and what ends when two of them part.
struct Copies: Sendable {
    let database: Database
    let identity: any Caller
    /// The features, each of which ends what is open between two people.
    var parts: [any ChallengesPart]
    let now: @Sendable () -> Instant
    /// Stores relations that arrive at the same time, while it holds the locks of their pairs.
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

    /// Fills copies of people that lack what identityd tells.
    var missingCards: PeriodicTask {
        MissingCards(in: database, from: identity).task
    }
}
