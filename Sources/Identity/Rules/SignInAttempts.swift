import Crypto
import Identifiers
import Values

/// What a try to sign in is counted for, and which limits it has to keep (2.8-limits).
///
/// A login is counted in the same way whether or not it is an account's, so that neither a limit
/// nor a wait tells one from the other.
struct SignInAttempts {
    /// Failures with the login from this network.
    private let here: RateLimit
    /// Failures with the login from everywhere.
    private let everywhere: RateLimit
    /// Failures with the login of networks that never signed in to it.
    private let strangers: RateLimit
    /// Failures from this network, with whichever login; `nil` where addresses do not count.
    private let network: RateLimit?
    /// What a right password counts for, whether or not a session begins: those from this network,
    /// with whichever login.
    let successes: [RateLimit]
    /// Sessions that begin in the account; `nil` where they are not limited. Judged once the
    /// password was right: before, it would tell an account from none.
    let sessions: RateLimit?
    /// The account; for a login that is no account's, an id that nobody can have.
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
        network = RateLimit("address", client.text.utf8, limits.failuresAnAddress, window)
        successes = [
            RateLimit(
                "sessions from an address",
                client.text.utf8,
                limits.sessionsAnAddress,
                window
            )
        ]
        sessions = RateLimit(
            "sessions of an account",
            self.account.description.utf8,
            limits.sessionsAnAccount,
            window
        )
    }

    /// What is judged before the password is compared, in the order in which `judge` takes it.
    var all: [RateLimit] {
        [everywhere, strangers, here] + (network.map { [$0] } ?? []) + successes
    }

    /// What a wrong password counts for.
    func failures(isStranger: Bool) -> [RateLimit] {
        [here, everywhere] + (isStranger ? [strangers] : []) + (network.map { [$0] } ?? [])
    }

    /// What is to be done with a try.
    enum Judgement: Equatable {
        case go
        /// To be judged again, once those that are under way are over.
        case wait
        /// To be refused for so long.
        case refuse(Duration)
    }

    /// Whether it matters, by how `all` stand, if a network is a stranger's.
    static func slowsStrangers(_ standings: [RateLimit.Usage]) -> Bool { standings[0] != .free }

    /// Judges a try by how its limits stand.
    ///
    /// - Parameters:
    ///   - standings: How `all` stand.
    ///   - isStranger: Whether no session of the account began in this network before.
    /// - Returns: What is to be done with the try.
    static func judge(_ standings: [RateLimit.Usage], isStranger: Bool) -> Judgement {
        var limits = Array(standings[2...])
        // A try of a stranger that is under way uses up the pause, until its password turns out
        // to be right.
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

    /// The login without white space around it and in one case of letters, where it may be one.
    private static func digest(_ login: String) -> [UInt8] {
        let bounded = BoundedText(trimming: login, atMost: EmailAddress.bytesMax)
        return Array(SHA256.hash(data: bounded.map { Array($0.folded.utf8) } ?? Array(login.utf8)))
    }
}

extension RateLimit.Usage {
    /// The same where a try that is under way counts as one that is over.
    fileprivate var taken: Self {
        if case .undecided(let wait) = self { .reached(wait) } else { self }
    }
}
