import ChallengesAPI
import Identifiers
import IdentityAPI
import Outbox
import People
package import Postgres
package import RPC
package import Values
import Wire

/// The daily totals of users' activity, reported by devices or entered by hand. Contests and goals
/// with the metric read them (2.4-source).
package struct Health: ChallengesPart {
    let database: Database
    let features: [any ChallengesPart]
    let rules: HealthRules
    let now: @Sendable () -> Instant

    /// - Parameters:
    ///   - database: Stores the totals.
    ///   - features: The features that read them.
    ///   - rules: The limits.
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
