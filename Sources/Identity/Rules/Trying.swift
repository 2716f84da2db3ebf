import Crypto
import IdentityAPI
import Identifiers
import Values
import Wire

/// Something that may be tried only so often in a time.
struct Trying: Hashable {
    /// What is counted, as a digest: people type passwords where their name belongs.
    let subject: [UInt8]
    let countMax: Int
    let window: Duration
    let error: IdentityError

    /// Failed sign-ins for one account, by whichever of its names; for what is no account, by the
    /// name that was typed, so that an account is not told from none.
    static func signIn(account: UserID?, login: String, _ limits: SignInLimits) -> Trying {
        Trying(
            "account",
            account.map(String.init(describing:))
                ?? BoundedText(login, atMost: EmailAddress.bytesMax)?.folded ?? login,
            limits.failuresAnAccount,
            limits.failuresWindow,
            .signInsExhausted
        )
    }

    /// Failed sign-ins from one address; `nil` where addresses do not count.
    static func signIn(address: String?, _ limits: SignInLimits) -> Trying? {
        guard let address, !limits.exempt.contains(address) else { return nil }
        return Trying(
            "address",
            ClientNetwork(address).text,
            limits.failuresAnAddress,
            limits.failuresWindow,
            .signInsExhausted
        )
    }

    /// Registrations from one address; `nil` where addresses do not count.
    static func registration(address: String?, _ limits: SignInLimits) -> Trying? {
        guard let address, !limits.exempt.contains(address) else { return nil }
        return Trying(
            "registration",
            ClientNetwork(address).text,
            limits.registrationsAnAddress,
            limits.registrationsWindow,
            .registrationsExhausted
        )
    }

    private init(
        _ kind: String,
        _ name: String,
        _ countMax: Int,
        _ window: Duration,
        _ error: IdentityError
    ) {
        subject = Array(SHA256.hash(data: Array("\(kind):\(name)".utf8)))
        self.countMax = countMax
        self.window = window
        self.error = error
    }

    /// Refuses when the newest tries within the window, newest first, are too many.
    func check(_ tries: [Instant], at now: Instant) throws(Refusal) {
        guard tries.count >= countMax else { return }
        let oldest = countMax > 0 ? tries[countMax - 1] : now
        throw Refusal(error, retryAfterSeconds: (oldest + window - now).secondsToWait)
    }
}
