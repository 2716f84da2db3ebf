import ChallengesCore
package import Contests
package import Dares
package import Definitions
package import Goals
package import Postgres
import RPC
package import Values

/// The features that span dares, contests and goals: the home, profiles, galleries, opinions
/// (likes, wishes and ratings) and trends.
package struct DiscoveryPart: ChallengesPart {
    package let trends: Trends
    private let home: Home
    private let profiles: Profiles
    private let gallery: Gallery
    private let opinions: Opinions

    package init(
        database: Database,
        contests: ContestChanges,
        goals: Goals,
        rules: DiscoveryRules,
        dareRules: DareRules,
        definitionRules: DefinitionRules,
        now: @escaping @Sendable () -> Instant
    ) {
        trends = Trends(database: database, rules: rules, now: now)
        home = Home(
            database: database,
            dareRules: dareRules,
            contestRules: contests.rules,
            goalRules: goals.rules,
            now: now
        )
        profiles = Profiles(
            database: database,
            rules: contests.rules,
            goalRules: goals.rules,
            now: now
        )
        gallery = Gallery(contests: contests, goals: goals, rules: rules)
        opinions = Opinions(
            database: database,
            rules: rules,
            definitionRules: definitionRules,
            contestRules: contests.rules,
            now: now
        )
    }

    var switchboard: Switchboard {
        Switchboard {
            $0.add(home.switchboard)
            $0.add(profiles.switchboard)
            $0.add(gallery.switchboard)
            $0.add(opinions.switchboard)
        }
    }
}
