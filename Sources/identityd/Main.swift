import Identity
import Launch
import Outbox
import Wire

@main struct IdentityMain {
    static func main() async {
        await Launch.service(.identity) { host in
            let database = try await host.database(migrations: Identity.migrations)
            let media = try host.caller(to: .media)
            let identity = Identity(
                database: database,
                media: media,
                secrets: host.derivedKeys(for: "token-signing")
            )
            let delivery = Delivery(
                of: database,
                to: [
                    .challenges: try host.caller(to: .challenges),
                    .scoring: try host.caller(to: .scoring),
                    .media: media,
                ],
                logger: host.logger
            )
            try await host.run(identity.switchboard, loops: identity.loops + [delivery])
        }
    }
}
