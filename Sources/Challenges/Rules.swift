public import ChallengesCore
public import Contests
public import Dares
public import Definitions
public import Discovery
public import Goals

/// The limits and durations of challenges, by feature (2.14-limits). Operators may change some of
/// them; the defaults are those of the product.
public struct Rules: Hashable, Sendable {
    public var dares: DareRules
    public var definitions: DefinitionRules
    public var contests: ContestRules
    public var goals: GoalRules
    public var discovery: DiscoveryRules
    public var health: HealthRules
    public var reminders: ReminderRules
    public var timings: TimingRules

    public init(
        dares: DareRules = DareRules(),
        definitions: DefinitionRules = DefinitionRules(),
        contests: ContestRules = ContestRules(),
        goals: GoalRules = GoalRules(),
        discovery: DiscoveryRules = DiscoveryRules(),
        health: HealthRules = HealthRules(),
        reminders: ReminderRules = ReminderRules(),
        timings: TimingRules = TimingRules()
    ) {
        self.dares = dares
        self.definitions = definitions
        self.contests = contests
        self.goals = goals
        self.discovery = discovery
        self.health = health
        self.reminders = reminders
        self.timings = timings
    }
}
