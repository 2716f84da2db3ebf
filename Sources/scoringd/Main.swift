import Launch
import Scoring
import Wire

@main struct ScoringMain {
    static func main() async {
        await Launch.service(.scoring) { host in
            let database = try await host.database(migrations: Scoring.migrations)
            let scoring = Scoring(database: database, identity: try host.caller(to: .identity))
            try await host.run(scoring.switchboard)
        }
    }
}
