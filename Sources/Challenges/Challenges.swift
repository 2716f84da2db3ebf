import ChallengesAPI
import ChallengesCore
import Contests
import Dares
import Definitions
package import Discovery
import Goals
import Identifiers
public import Outbox
public import Postgres
public import RPC
import ScoringAPI
public import Values

/// Challenges between people: who dared whom to do what, what was shown for it, and how it ended;
/// contests, which people join, log to, and are ranked in; and goals that people set for
/// themselves.
///
/// Each part answers its own calls.
public struct Challenges: Sendable {
    let definitions: Definitions
    let dares: DaresPart
    let contests: ContestsPart
    let goals: GoalsPart
    package let discovery: DiscoveryPart
    let seeding: Seeding
    let database: Database
    private let identity: any Caller
    private let healthRules: HealthRules
    private let reminderRules: ReminderRules
    private let timingRules: TimingRules
    private let now: @Sendable () -> Instant

    /// - Parameters:
    ///   - database: Where the challenges are stored.
    ///   - identity: Answers who may be challenged.
    ///   - media: Holds the pictures of submissions and definitions.
    ///   - scoring: Pays, and answers who would still be paid.
    ///   - rules: The limits and times of challenges.
    ///   - now: The clock.
    public init(
        database: Database,
        identity: any Caller,
        media: any Caller,
        scoring: any Caller,
        rules: Rules = Rules(),
        now: @escaping @Sendable () -> Instant = { Instant.now() }
    ) {
        self.database = database
        self.identity = identity
        self.now = now
        healthRules = rules.health
        reminderRules = rules.reminders
        timingRules = rules.timings
        definitions = Definitions(
            database: database,
            identity: identity,
            pictures: Pictures(media: media),
            rules: rules.definitions,
            now: now
        )
        dares = DaresPart(
            database: database,
            identity: identity,
            media: media,
            scoring: scoring,
            rules: rules.dares,
            now: now
        )
        contests = ContestsPart(
            database: database,
            identity: identity,
            media: media,
            rules: rules.contests,
            now: now
        )
        goals = GoalsPart(
            database: database,
            identity: identity,
            media: media,
            rules: rules.goals,
            now: now
        )
        discovery = DiscoveryPart(
            database: database,
            contests: contests.changes,
            goals: goals.goals,
            rules: rules.discovery,
            dareRules: rules.dares,
            definitionRules: rules.definitions,
            now: now
        )
        seeding = Seeding(database: database, identity: identity, rules: rules.dares, now: now)
    }

    /// The features.
    private var features: [any ChallengesPart] { [definitions, dares, contests, goals, discovery] }

    /// The features, and behind them what asks them.
    private var parts: [any ChallengesPart] { features + [reminders] }

    /// What people did on their days, which the features read.
    private var health: Health {
        Health(database: database, features: features, rules: healthRules, now: now)
    }

    /// When people are reminded of what the features have.
    private var reminders: Reminders {
        Reminders(database: database, features: features, rules: reminderRules, now: now)
    }

    /// How long people are at what the features have.
    private var timings: Timings {
        Timings(
            database: database,
            features: [dares, contests, goals],
            rules: timingRules,
            now: now
        )
    }

    var copies: Copies {
        Copies(database: database, identity: identity, parts: parts, now: now)
    }

    /// Every call this service handles.
    public var switchboard: Switchboard {
        Switchboard {
            for part in parts { $0.add(part.switchboard) }
            $0.add(health.switchboard)
            $0.add(timings.switchboard)
            $0.add(copies.switchboard)
            $0.add(seeding.switchboard)
            OutboxCalls(of: database).connect(to: &$0)
        }
    }

    /// Which of its events are sent as one while they wait together.
    public static let joinings = [Joining(ScoresChanged.self)]

    /// Fills copies of people that lack what identityd tells.
    public var missingCards: PeriodicTask { copies.missingCards }

    /// Computes what is trending.
    public var computingTrends: PeriodicTask { discovery.trends.computing }

    /// Takes over what people did before it was counted.
    public var fillingPopularity: PeriodicTask { discovery.trends.filling }

    /// The timers of all features, and those of timings.
    public var timers: Timers {
        let all = parts.map(\.timers) + [timings.timers]
        let actions = all.reduce(into: Timers.Actions()) { actions, some in
            actions.merge(some) { _, _ in preconditionFailure("two timers of one name") }
        }
        return Timers(of: database, now: now, actions)
    }
}
