import Identity
import Launch
import Outbox
import Wire

@main struct IdentityMain {
    static func main() async {
        await Launch.service(.identity) { host in
            let settings = host.settings
            var noticesKept = Identity.noticesKeptByDefault
            try settings.read("notices.kept", into: &noticesKept)
            let database = try await host.database(migrations: Identity.migrations)
            let media = try host.caller(to: .media)
            let identity = try Identity(
                database: database,
                media: media,
                secrets: host.derivedKeys(for: "token-signing"),
                networkKeys: host.derivedKeys(for: "known-networks"),
                passwordCost: PasswordCost(settings),
                limits: SignInLimits(settings),
                zonePause: settings.duration("zone.change", default: .seconds(86_400)),
                rules: AccountRules(settings),
                mailRules: MailRules(settings),
                mail: Identity.mail(of: host),
                reservedUsernames: ReservedUsernames(settings),
                noticesKept: noticesKept,
                noticeLimit: NoticeLimit(settings),
                inviteRules: InviteRules(settings),
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
