import Crypto
import IdentityAPI
import Values

/// Something that may be tried only so often in a time.
struct RateLimit: Hashable {
    /// What is counted, as a digest: people type passwords where their name belongs.
    let subject: [UInt8]
    let countMax: Int
    let window: Duration

    /// - Parameters:
    ///   - kind: What is counted.
    ///   - name: For whom or what.
    ///   - countMax: How often it may be tried.
    ///   - window: In which time.
    init(_ kind: String, _ name: some Sequence<UInt8>, _ countMax: Int, _ window: Duration) {
        subject = Array(SHA256.hash(data: Array("\(kind):".utf8) + name))
        self.countMax = countMax
        self.window = window
    }

    /// Whether one more try is within the limit.
    enum Usage: Equatable {
        case free
        /// Tries that are under way may yet reach the limit; then it would last that long.
        case undecided(Duration)
        /// The limit is reached, and lasts that long.
        case reached(Duration)
    }

    /// How the limit stands, by the tries within the window, newest first: the one that, counted
    /// from the newest, is the last that is allowed.
    ///
    /// - Parameters:
    ///   - decided: When that one was made of those that are over; `nil` where they are fewer.
    ///   - any: The same of all, those under way among them.
    ///   - now: The present moment.
    /// - Returns: Whether one more try is within the limit.
    func standing(decided: Instant?, any: Instant?, at now: Instant) -> Usage {
        guard countMax > 0 else { return .reached(window) }
        if let decided { return .reached(decided + window - now) }
        return any.map { .undecided($0 + window - now) } ?? .free
    }
}

extension RateLimit {
    /// Accounts made from one network.
    static func registration(_ network: ClientNetwork, _ limits: SignInLimits) -> RateLimit {
        RateLimit(
            "registration",
            network.text.utf8,
            limits.registrationsAnAddress,
            limits.registrationsWindow
        )
    }

    /// Registrations of one customer that are refused for what is in use: more networks are told no
    /// more.
    static func taken(_ network: ClientNetwork, _ limits: SignInLimits) -> RateLimit {
        RateLimit("taken", network.customer.utf8, limits.takenAnAddress, limits.registrationsWindow)
    }
}
