import Launch
import Scoring
import Wire

@main struct ScoringMain {
    static func main() async {
        await Launch.service(.scoring) { host in
            var payment = Payment()
            let points = 0...1_000_000
            try host.settings.read("points.completed", in: points, into: &payment.completerPoints)
            try host.settings.read("points.sent", in: points, into: &payment.senderPoints)
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
