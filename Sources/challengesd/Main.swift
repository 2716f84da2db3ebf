import Challenges
import Launch
import Outbox
import Wire

@main struct ChallengesMain {
    static func main() async {
        await Launch.service(.challenges) { host in
            let database = try await host.database(migrations: Challenges.migrations)
            let media = try host.caller(to: .media)
            let challenges = Challenges(
                database: database,
                identity: try host.caller(to: .identity),
                media: media
            )
            let delivery = Delivery(
                of: database,
                to: [.scoring: try host.caller(to: .scoring), .media: media],
                logger: host.logger
            )
            try await host.run(challenges.switchboard, loops: [challenges.timers, delivery])
        }
    }
}
