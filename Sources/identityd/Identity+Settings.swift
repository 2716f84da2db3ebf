import Identity
import Launch
import Providers

/// What an operator may set of identityd. All of it is read before the process waits for its
/// database, so that a wrong value is reported at once.
struct IdentitySettings {
    let passwordCost: PasswordCost
    let limits: SignInLimits
    let zonePause: Duration
    let rules: AccountRules
    let mailRules: MailRules
    let reservedUsernames: ReservedUsernames
    let noticesKept: Duration
    let noticeLimit: NoticeLimit
    let inviteRules: InviteRules
    let providers: [ProviderSettings]

    init(_ settings: Settings) throws {
        passwordCost = try PasswordCost(settings)
        limits = try SignInLimits(settings)
        zonePause = try settings.duration("zone.change", default: .seconds(86_400))
        rules = try AccountRules(settings)
        mailRules = try MailRules(settings)
        reservedUsernames = try ReservedUsernames(settings)
        var noticesKept = Identity.noticesKeptByDefault
        try settings.read("notices.kept", into: &noticesKept)
        self.noticesKept = noticesKept
        noticeLimit = try NoticeLimit(settings)
        inviteRules = try InviteRules(settings)
        providers = try ProviderSettings.all(settings)
    }
}
