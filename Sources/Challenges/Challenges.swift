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

/// The challenges service: dares and workouts that users send each other, contests that users join
/// and are ranked in, and personal goals.
///
/// Each part handles its own calls.
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
    ///   - database: Stores the challenges.
    ///   - identity: identityd, which owns users and relations.
    ///   - media: mediad, which owns the pictures.
    ///   - scoring: scoringd, which pays points and knows which recipients would still be paid.
    ///   - rules: The limits and durations of challenges.
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

    /// The features, then what depends on them.
    private var parts: [any ChallengesPart] { features + [health, timings, reminders] }

    /// The daily totals, which the features read.
    private var health: Health {
        Health(database: database, features: features, rules: healthRules, now: now)
    }

    /// The reminders of assignments, contests and goals.
    private var reminders: Reminders {
        Reminders(database: database, features: features, rules: reminderRules, now: now)
    }

    /// The timings of assignments, contests and goals.
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
            $0.add(copies.switchboard)
            $0.add(seeding.switchboard)
            OutboxCalls(of: database).connect(to: &$0)
        }
    }

    /// The events that are merged while several of them wait.
    public static let joinings = [Joining(ScoresChanged.self)]

    /// The task that completes copies of users without data from identityd.
    public var missingCards: PeriodicTask { copies.missingCards }

    /// The task that computes trends.
    public var computingTrends: PeriodicTask { discovery.trends.computing }

    /// The task that counts the days on which users did something, for their streaks.
    public var countingDays: PeriodicTask { CountingDays(database: database, now: now).task }

    /// The task that tells scoring of what users did before an upgrade.
    public var countingHistory: PeriodicTask {
        CountingHistory(database: database, now: now).task
    }

    /// The task that stores the words of texts that an earlier release wrote.
    public var foldingTexts: PeriodicTask { FoldingTexts(database: database).task }

    /// The task that adds the acts of users from before acts were counted.
    public var fillingPopularity: PeriodicTask { discovery.trends.filling }

    /// The task that follows the rules of time zones: it moves what has not happened yet.
    public var followingZones: PeriodicTask { contests.zones.task }

    /// Whether files of time zones of unfinished contests are missing.
    public var lacksZones: Bool { contests.zones.areMissing }

    /// The timers of all parts.
    public var timers: Timers {
        let actions = parts.reduce(into: Timers.Actions()) { actions, part in
            actions.merge(part.timers) { _, _ in preconditionFailure("two timers of one name") }
        }
        return Timers(of: database, now: now, actions)
    }
}
