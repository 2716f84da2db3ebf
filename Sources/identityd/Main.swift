import Identity
import Launch
import Outbox
import Wire

@main struct IdentityMain {
    static func main() async {
        await Launch.service(.identity) { host in
            let settings = host.settings
            let limits = try settings.signInLimits()
            let cost = try settings.value("password.cost", as: PasswordCost.form, PasswordCost.init)
            let database = try await host.database(migrations: Identity.migrations)
            let media = try host.caller(to: .media)
            let identity = Identity(
                database: database,
                media: media,
                secrets: host.derivedKeys(for: "token-signing"),
                networkKeys: host.derivedKeys(for: "known-networks"),
                passwordCost: cost ?? .production,
                passwordsWaiting: try settings.number(
                    "password.queue",
                    in: 1...10_000,
                    default: 64
                ),
                limits: limits,
                logger: host.logger
            )
            let delivery = Delivery(
                of: database,
                to: [
                    .challenges: try host.caller(to: .challenges),
                    .scoring: try host.caller(to: .scoring), .media: media,
                ],
                logger: host.logger
            )
            try await host.run(identity.switchboard, loops: identity.loops + [delivery])
        }
    }
}
