public import Crypto
import Foundation
import Identifiers
import IdentityAPI
public import Logging
import Outbox
public import Postgres
public import Providers
public import RPC
public import ServiceLifecycle
public import Values

/// The identity service: accounts, settings, sessions, friends, invites, inboxes and mail.
public struct Identity: Sendable {
    let database: Database
    let media: any Caller
    let passwords: Passwords
    let signer: TokenSigner
    let networks: NetworkDigests
    let limits: SignInLimits
    /// The minimum time between two changes of a time zone.
    let zonePause: Duration
    let rules: AccountRules
    let mailRules: MailRules
    /// Takes mail; `nil` if no mail can be sent.
    let mail: (any MailTransport)?
    /// Asks the providers that users sign in with; `nil` if none is on.
    let providers: ProviderVerifier?
    let reservedUsernames: ReservedUsernames
    let noticesKept: Duration
    let noticeLimit: NoticeLimit
    let inviteRules: InviteRules
    let now: @Sendable () -> Instant
    let logger: Logger
    /// Loads accounts by id.
    let accounts: BatchLoader<UserID, Account>
    /// Loads pages of friends. A list of friends has no limit, so these reads lease connections.
    let friendsPages: BatchLoader<FriendsPage, [NamedPerson]>
    /// Renews sessions that arrive at the same time in one transaction.
    let renewals: BatchLoader<Renewal, Renewal.Outcome>

    /// How long notices that were resolved or seen are kept, unless the operator sets it: 90 days.
    public static let noticesKeptByDefault = Duration.days(90)

    /// - Parameters:
    ///   - database: The service's database.
    ///   - media: Calls the media service.
    ///   - secrets: Encrypt the private halves of stored signing keys: the first encrypts, all of
    ///     them decrypt. At least one.
    ///   - networkKeys: Digest the networks that users signed in from: the first key makes digests,
    ///     all of them recognise digests. At least one.
    ///   - now: The clock.
    ///   - passwordCost: The work that hashing a password takes.
    ///   - passwordsAtOnce: The maximum number of passwords hashed at a time; by default half the
    ///     number of cores.
    ///   - limits: How often a client may sign in and register, and how many clients may wait.
    ///   - zonePause: The minimum time between two changes of a user's time zone (2.9-zones).
    ///   - rules: The other times of accounts.
    ///   - mailRules: How mail is written, and how long it is tried.
    ///   - mail: Takes mail; `nil` if no mail can be sent.
    ///   - providers: Asks the providers that users sign in with; `nil` if none is on.
    ///   - reservedUsernames: The usernames that no new account can have (2.14-username).
    ///   - noticesKept: How long notices that were resolved or seen are kept.
    ///   - noticeLimit: How many notices one actor may create in a user's inbox (2.8-inbox).
    ///   - inviteRules: The limits and times of invites (2.8-invites).
    ///   - logger: Logs errors of the loops.
    public init(
        database: Database,
        media: any Caller,
        secrets: [SymmetricKey],
        networkKeys: [SymmetricKey],
        now: @escaping @Sendable () -> Instant = { .now() },
        passwordCost: PasswordCost = .production,
        passwordsAtOnce: Int? = nil,
        limits: SignInLimits = SignInLimits(),
        zonePause: Duration = .hours(24),
        rules: AccountRules = AccountRules(),
        mailRules: MailRules = MailRules(),
        mail: (any MailTransport)? = nil,
        providers: ProviderVerifier? = nil,
        reservedUsernames: ReservedUsernames = .byDefault,
        noticesKept: Duration = Self.noticesKeptByDefault,
        noticeLimit: NoticeLimit = NoticeLimit(),
        inviteRules: InviteRules = InviteRules(),
        logger: Logger = Logger(label: "gauntlet.identity")
    ) {
        self.database = database
        self.media = media
        self.now = now
        self.limits = limits
        self.zonePause = zonePause
        self.rules = rules
        self.mailRules = mailRules
        self.mail = mail
        self.providers = providers
        self.reservedUsernames = reservedUsernames
        self.noticesKept = noticesKept
        self.noticeLimit = noticeLimit
        self.inviteRules = inviteRules
        self.logger = logger
        accounts = BatchLoader { try await database.accounts($0) }
        friendsPages = BatchLoader(keysMax: 16) { try await database.friends($0) }
        renewals = BatchLoader(keysMax: 64) { try await database.renew($0, at: now()) }
        let width = passwordsAtOnce ?? ProcessInfo.processInfo.activeProcessorCount / 2
        passwords = Passwords(
            cost: passwordCost,
            width: max(1, width),
            waitingMax: limits.passwordsWaiting
        )
        networks = NetworkDigests(keys: networkKeys)
        signer = TokenSigner(database: database, secrets: secrets)
    }

    /// The calls that this service answers.
    public var switchboard: Switchboard {
        Switchboard {
            $0.on(register)
            $0.on(signIn)
            $0.on(refreshSession)
            $0.on(signOut)
            $0.on(revokeRefreshToken)
            $0.on(getMe)
            $0.on(getSettings)
            $0.on(changeSettings)
            $0.on(setAvatar)
            $0.on(removeAvatar)
            $0.on(changeProfile)
            $0.on(changePassword)
            $0.on(requestReset)
            $0.on(resetPassword)
            $0.on(sendVerification)
            $0.on(verifyEmail)
            $0.on(signInWithProvider)
            $0.on(listLogins)
            $0.on(linkLogin)
            $0.on(unlinkLogin)
            $0.on(listProviders)
            $0.on(listSuggestions)
            $0.on(dismissSuggestion)
            $0.on(searchPeople)
            $0.on(getPerson)
            $0.on(sendFriendRequest)
            $0.on(listFriendRequests)
            $0.on(answerFriendRequest)
            $0.on(withdrawFriendRequest)
            $0.on(listFriends)
            $0.on(removeFriend)
            $0.on(makeInvite)
            $0.on(listInvites)
            $0.on(getInvite)
            $0.on(revokeInvite)
            $0.on(acceptInvite)
            $0.on(listNotices)
            $0.on(countNotices)
            $0.on(seeNotices)
            $0.on(dismissNotice)
            $0.on(checkRecipients)
            $0.on(verifySession)
            $0.on(watchRevocations)
            $0.on(listSigningKeys)
            $0.on(listCards)
            $0.on(setModerator)
            $0.on(assignPassword)
            $0.on(republish)
            $0.on(preparePeople)
            $0.on(prepareSessions)
            $0.on(peopleTold)
            $0.on(noticesSettled)
            $0.on(likesCounted)
            $0.on(subjectRenamed)
            OutboxCalls(of: database, logger: logger).connect(to: &$0)
        }
    }

    /// The background loops that run beside the switchboard.
    public var loops: [any Service] {
        [Sweeper(identity: self), mailing, FoldingNames(database: database).task]
    }
}
