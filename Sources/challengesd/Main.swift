import Challenges
import Launch
import Outbox
import Wire

@main struct ChallengesMain {
    static func main() async {
        await Launch.service(.challenges) { host in
            let settings = host.settings
            var rules = DareRules()
            try settings.read("dare.attempts", in: 1...100, into: &rules.attemptsMax)
            try settings.read("dare.no.answer", into: &rules.noAnswer)
            try settings.read("dare.silent.sender", into: &rules.silentSender)
            try settings.read("dare.correction", into: &rules.correction)
            try settings.read("dare.extra.time", into: &rules.extraTime)
            try settings.read("points.completed", in: 0...1_000_000, into: &rules.completedPoints)
            try settings.read("points.sent", in: 0...1_000_000, into: &rules.sentPoints)
            let database = try await host.database(migrations: Challenges.migrations)
            let media = try host.caller(to: .media)
            let challenges = Challenges(
                database: database,
                identity: try host.caller(to: .identity),
                media: media,
                rules: rules
            )
            let delivery = Delivery(
                of: database,
                to: [.scoring: try host.caller(to: .scoring), .media: media],
                logger: host.logger
            )
            let cards = challenges.missingCards
            try await host.run(challenges.switchboard, loops: [challenges.timers, cards, delivery])
        }
    }
}
