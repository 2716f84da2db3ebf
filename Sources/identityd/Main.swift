import Identity
import Launch
import Outbox
import Wire

@main struct IdentityMain {
    static func main() async {
        await Launch.service(.identity) { host in
            let settings = host.settings
            var limits = SignInLimits()
            let all = 0...1_000_000
            limits.exempt = try settings.networks("limits.exempt")
            try settings.read("limits.failures.account", in: all, into: &limits.failuresAnAccount)
            try settings.read("limits.failures.address", in: all, into: &limits.failuresAnAddress)
            try settings.read("limits.registrations", in: all, into: &limits.registrationsAnAddress)
            let cost = try settings.value("password.cost", as: PasswordCost.form, PasswordCost.init)
            let database = try await host.database(migrations: Identity.migrations)
            let media = try host.caller(to: .media)
            let identity = Identity(
                database: database,
                media: media,
                secrets: host.derivedKeys(for: "token-signing"),
                passwordCost: cost ?? .production,
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
