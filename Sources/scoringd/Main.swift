import Launch
import Outbox
import Scoring
import Wire

@main struct ScoringMain {
    static func main() async {
        await Launch.service(.scoring) { host in
            var payment = Payment()
            let range = 0...1_000_000
            try host.settings.read("points.completed", in: range, into: &payment.completerPoints)
            try host.settings.read("points.sent", in: range, into: &payment.senderPoints)
            try host.settings.read("points.pair.day", in: range, into: &payment.paidPerPairDay)
            var rankLostEvery = Scoring.rankLostEvery
            try host.settings.read("rank.lost.every", into: &rankLostEvery)
            let database = try await host.database(migrations: Scoring.migrations)
            let identity = try host.caller(to: .identity)
            let scoring = Scoring(
                database: database,
                identity: identity,
                challenges: try host.caller(to: .challenges),
                payment: payment,
                rankLostEvery: rankLostEvery
            )
            let delivery = Delivery(
                of: database,
                to: [.identity: identity],
                logger: host.logger
            )
            try await host.run(
                scoring.switchboard,
                loops: [
                    scoring.timers, scoring.compaction, scoring.freezing, scoring.awarding,
                    scoring.moving, scoring.catchingUp, scoring.missingCards, delivery,
                ]
            )
        }
    }
}
