import Challenges
import Launch
import Outbox
import Wire

@main struct ChallengesMain {
    static func main() async {
        await Launch.service(.challenges) { host in
            // Read first, so that an invalid setting is reported even without a database.
            let rules = try Rules(host.settings)
            let database = try await host.database(migrations: Challenges.migrations)
            let identity = try host.caller(to: .identity)
            let media = try host.caller(to: .media)
            let scoring = try host.caller(to: .scoring)
            let challenges = Challenges(
                database: database,
                identity: identity,
                media: media,
                scoring: scoring,
                rules: rules
            )
            let delivery = Delivery(
                of: database,
                to: [.identity: identity, .scoring: scoring, .media: media],
                joining: Challenges.joinings,
                logger: host.logger
            )
            host.degraded(by: .zones) { challenges.lacksZones }
            try await host.run(
                challenges.switchboard,
                loops: [
                    challenges.timers, challenges.missingCards, challenges.computingTrends,
                    challenges.fillingPopularity, challenges.countingDays,
                    challenges.countingHistory, challenges.foldingTexts,
                    challenges.followingZones, delivery,
                ]
            )
        }
    }
}
