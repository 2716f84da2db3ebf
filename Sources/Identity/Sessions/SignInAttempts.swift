import Crypto
import Identifiers
import Values

/// The limits that a sign-in attempt counts against (2.8-limits).
///
/// A login is counted in the same way whether or not it belongs to an account, so that neither a
/// limit nor a wait reveals whether the account exists.
struct SignInAttempts {
    /// Failures with the login from this network.
    private let here: RateLimit
    /// Failures with the login from all networks.
    private let everywhere: RateLimit
    /// Failures with the login from networks that never signed in to it.
    private let strangers: RateLimit
    /// Failures from this network, with any login; `nil` if addresses do not count.
    private let network: RateLimit?
    /// Right passwords from this network, with any login, whether or not a session begins.
    let successes: [RateLimit]
    /// Sessions that begin in the account; `nil` if they are not limited. Checked only after a
    /// right password: an earlier check would reveal whether the account exists.
    let sessions: RateLimit?
    /// The account; for a login without an account, an id that no account has.
    let account: UserID

    init(login: String, account: UserID?, from address: String?, _ limits: SignInLimits) {
        let name = Self.digest(login)
        let client = ClientNetwork(address)
        let window = limits.failuresWindow
        here = RateLimit(
            "failures here",
            Array(client.text.utf8) + name,
            limits.failuresAnAccount,
            window
        )
        everywhere = RateLimit("failures everywhere", name, limits.failuresOfStrangers, window)
        strangers = RateLimit("strangers", name, 1, limits.strangersPause)
        self.account = account ?? UserID()
        guard let address, !limits.exempt.contains(address) else {
            (network, successes, sessions) = (nil, [], nil)
            return
        }
        network = .failures(client, limits)
        successes = [.successes(client, limits)]
        sessions = .sessions(of: self.account, limits)
    }

    /// The limits that are checked before the password is compared, in the order that `judge`
    /// expects.
    var all: [RateLimit] {
        [everywhere, strangers, here] + (network.map { [$0] } ?? []) + successes
    }

    /// The limits that a wrong password counts against.
    func failures(isStranger: Bool) -> [RateLimit] {
        [here, everywhere] + (isStranger ? [strangers] : []) + (network.map { [$0] } ?? [])
    }

    /// What to do with an attempt.
    enum Judgement: Equatable {
        case go
        /// Judge again once the attempts under way have ended.
        case wait
        /// Refuse for this long.
        case refuse(Duration)
    }

    /// Returns whether strangers may be slowed down, given the usage of `all`.
    static func slowsStrangers(_ standings: [RateLimit.Usage]) -> Bool { standings[0] != .free }

    /// Judges an attempt by the usage of its limits.
    ///
    /// - Parameters:
    ///   - standings: The usage of `all`.
    ///   - isStranger: Whether no session of the account began in this network before.
    /// - Returns: What to do with the attempt.
    static func judge(_ standings: [RateLimit.Usage], isStranger: Bool) -> Judgement {
        var limits = Array(standings[2...])
        // A stranger's attempt under way uses up the pause, until its password proves right.
        if isStranger, case .reached(let wait) = standings[1].taken {
            switch standings[0] {
            case .free: break
            case .undecided: limits.append(.undecided(wait))
            case .reached: limits.append(.reached(wait))
            }
        }
        let waits = limits.compactMap { if case .reached(let wait) = $0 { wait } else { nil } }
        if let wait = waits.max() { return .refuse(wait) }
        return limits.allSatisfy { $0 == .free } ? .go : .wait
    }

    /// Digests the login, trimmed and in lower case, or as it is if it is too long to be a login.
    private static func digest(_ login: String) -> [UInt8] {
        let bounded = BoundedText(trimming: login, atMost: EmailAddress.bytesMax)
        return Array(SHA256.hash(data: bounded.map { Array($0.folded.utf8) } ?? Array(login.utf8)))
    }
}

extension RateLimit.Usage {
    /// The same usage, with attempts under way counted as completed.
    fileprivate var taken: Self {
        if case .undecided(let wait) = self { .reached(wait) } else { self }
    }
}
