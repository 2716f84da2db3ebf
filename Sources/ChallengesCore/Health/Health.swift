import ChallengesAPI
import Identifiers
import IdentityAPI
import Outbox
import People
package import Postgres
package import RPC
package import Values
import Wire

/// What people did on their days, as their phones or they themselves say; everything that has the
/// metric reads it (2.4-source).
package struct Health: Sendable {
    let database: Database
    let features: [any ChallengesPart]
    let rules: HealthRules
    let now: @Sendable () -> Instant

    /// - Parameters:
    ///   - database: Where the totals are stored.
    ///   - features: What reads them.
    ///   - rules: The times.
    ///   - now: The clock.
    package init(
        database: Database,
        features: [any ChallengesPart],
        rules: HealthRules,
        now: @escaping @Sendable () -> Instant
    ) {
        self.database = database
        self.features = features
        self.rules = rules
        self.now = now
    }

    package var switchboard: Switchboard {
        Switchboard {
            $0.on(putHealthDay)
            $0.on(listHealthDays)
        }
    }
}
