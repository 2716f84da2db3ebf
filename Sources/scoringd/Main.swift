import Launch
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
            let scoring = Scoring(
                database: try await host.database(migrations: Scoring.migrations),
                identity: try host.caller(to: .identity),
                payment: payment
            )
            let loops = [scoring.compaction, scoring.missingCards]
            try await host.run(scoring.switchboard, loops: loops)
        }
    }
}
