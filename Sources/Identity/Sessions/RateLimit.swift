import Crypto
import Identifiers
import IdentityAPI
import Values

/// A limit on the number of attempts within a window of time.
struct RateLimit: Hashable {
    /// What is counted, as a digest: users sometimes type a password into the field for the
    /// username.
    let subject: [UInt8]
    let countMax: Int
    let window: Duration

    /// - Parameters:
    ///   - kind: What is counted.
    ///   - name: For whom or what it is counted.
    ///   - countMax: The maximum number of attempts within the window.
    ///   - window: How long an attempt counts.
    init(_ kind: String, _ name: some Sequence<UInt8>, _ countMax: Int, _ window: Duration) {
        subject = Array(SHA256.hash(data: Array("\(kind):".utf8) + name))
        self.countMax = countMax
        self.window = window
    }

    /// Whether one more attempt is within the limit.
    enum Usage: Equatable {
        case free
        /// Attempts under way may still reach the limit; it would then last this long.
        case undecided(Duration)
        /// The limit is reached, and lasts this long.
        case reached(Duration)
    }

    /// Returns the usage of the limit, given the time of the `countMax`-th newest attempt within
    /// the window: the last one that is allowed.
    ///
    /// - Parameters:
    ///   - decided: The time of that attempt among the completed ones; `nil` if there are fewer.
    ///   - any: The same among all attempts, including those under way.
    ///   - now: The current time.
    /// - Returns: Whether one more attempt is within the limit.
    func standing(decided: Instant?, any: Instant?, at now: Instant) -> Usage {
        guard countMax > 0 else { return .reached(window) }
        if let decided { return .reached(decided + window - now) }
        return any.map { .undecided($0 + window - now) } ?? .free
    }
}

extension RateLimit {
    /// Accounts created from one network.
    static func registration(_ network: ClientNetwork, _ limits: SignInLimits) -> RateLimit {
        RateLimit(
            "registration",
            network.text.utf8,
            limits.registrationsAnAddress,
            limits.registrationsWindow
        )
    }

    /// Registrations from one site that are refused because a value is in use. Other networks of
    /// the site reveal no more.
    static func taken(_ network: ClientNetwork, _ limits: SignInLimits) -> RateLimit {
        RateLimit("taken", network.site.utf8, limits.takenAnAddress, limits.registrationsWindow)
    }

    /// Failed sign-ins from one network, with any login.
    static func failures(_ network: ClientNetwork, _ limits: SignInLimits) -> RateLimit {
        RateLimit("address", network.text.utf8, limits.failuresAnAddress, limits.failuresWindow)
    }

    /// Successful sign-ins from one network, with any login.
    static func successes(_ network: ClientNetwork, _ limits: SignInLimits) -> RateLimit {
        RateLimit(
            "sessions from an address",
            network.text.utf8,
            limits.sessionsAnAddress,
            limits.failuresWindow
        )
    }

    /// Sessions that begin in one account.
    static func sessions(of account: UserID, _ limits: SignInLimits) -> RateLimit {
        RateLimit(
            "sessions of an account",
            account.description.utf8,
            limits.sessionsAnAccount,
            limits.failuresWindow
        )
    }

    /// Requests of resets from one network; `nil` if its address does not count.
    static func resets(from address: String?, _ limits: SignInLimits) -> RateLimit? {
        guard let address, !limits.exempt.contains(address) else { return nil }
        return RateLimit(
            "resets from an address",
            ClientNetwork(address).text.utf8,
            limits.resetsAnAddress,
            limits.mailsWindow
        )
    }

    /// Mails that reset the password of one account, or of one login without an account.
    static func resets(of user: UserID?, _ login: String, _ limits: SignInLimits) -> RateLimit {
        // Nobody counts against an account by its id.
        let name = user.map { "account \($0)" } ?? "login \(login)"
        return RateLimit("resets", name.utf8, limits.resetsAnAccount, limits.mailsWindow)
    }

    /// Invalid tickets from one network; `nil` if its address does not count.
    static func tickets(from address: String?, _ limits: SignInLimits) -> RateLimit? {
        guard let address, !limits.exempt.contains(address) else { return nil }
        return RateLimit(
            "tickets",
            ClientNetwork(address).text.utf8,
            limits.ticketsAnAddress,
            limits.mailsWindow
        )
    }

    /// Mails that verify an address: those that one user asked for, and those to one address.
    static func verifications(
        by user: UserID,
        to address: EmailAddress,
        _ limits: SignInLimits
    ) -> [RateLimit] {
        [
            RateLimit("verifications", user.description.utf8, 1, limits.verificationsPause),
            RateLimit(
                "verifications to an address",
                address.folded.utf8,
                limits.resetsAnAccount,
                limits.mailsWindow
            ),
        ]
    }

    /// Changes of a user's address, of which the present one is told.
    static func addresses(of user: UserID, _ limits: SignInLimits) -> RateLimit {
        RateLimit(
            "addresses",
            user.description.utf8,
            limits.resetsAnAccount,
            limits.mailsWindow
        )
    }

    /// Wrong passwords of a user who is signed in and changes the password.
    static func guesses(of user: UserID, _ limits: SignInLimits) -> RateLimit {
        RateLimit(
            "guesses",
            user.description.utf8,
            limits.failuresAnAccount,
            limits.failuresWindow
        )
    }
}
