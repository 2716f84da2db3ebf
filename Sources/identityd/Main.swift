import Identity
import Launch
import Outbox
import Wire

@main struct IdentityMain {
    static func main() async {
        await Launch.service(.identity) { host in
            let settings = try IdentitySettings(host.settings)
            let mail = try Identity.mail(of: host)
            let database = try await host.database(migrations: Identity.migrations)
            let media = try host.caller(to: .media)
            let identity = try Identity(
                database: database,
                media: media,
                secrets: host.derivedKeys(for: "token-signing"),
                networkKeys: host.derivedKeys(for: "known-networks"),
                passwordCost: settings.passwordCost,
                limits: settings.limits,
                zonePause: settings.zonePause,
                rules: settings.rules,
                mailRules: settings.mailRules,
                mail: mail,
                providers: settings.verifier(in: database, host.logger),
                reservedUsernames: settings.reservedUsernames,
                noticesKept: settings.noticesKept,
                noticeLimit: settings.noticeLimit,
                inviteRules: settings.inviteRules,
                logger: host.logger
            )
            let challenges = try host.caller(to: .challenges)
            let delivery = try Delivery(
                of: database,
                to: [.challenges: challenges, .scoring: host.caller(to: .scoring), .media: media],
                logger: host.logger
            )
            try await host.run(identity.switchboard, loops: identity.loops + [delivery])
        }
    }
}
