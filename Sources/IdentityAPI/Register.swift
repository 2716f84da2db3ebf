public import Identifiers
public import Wire

/// Makes an account and signs its owner in (GC-01, FR-05, CH-23).
///
/// Refuses with the code of the one field that is wrong, or with `identity.registration_invalid`
/// and the code of each in `fields`. Where none is wrong, with the first of what is in use, and
/// that alone: `identity.id_taken` at `/user`, `identity.username_taken`, `identity.email_taken`.
/// With `identity.registrations_exhausted`, and the seconds to wait, once 60 accounts were made
/// within a minute from one network, or 10 registrations of one customer refused for what is in
/// use (2.8-limits).
/// With `identity.busy`, and the seconds to wait, as soon as it is known that the password cannot
/// be hashed before the deadline, or where too many wait for it.
///
/// Neither the call nor its reply is stored, for both hold secrets (2.8-secrets).
public struct Register: Call {
    public static let id: CallID = 0x0101
    public static let effect = Effect.many
    public static let access = Access.anyone
    public typealias Reply = SignedIn

    /// The id of the account to make; the service makes one when absent.
    public var user: UserID?
    /// 3 to 30 characters of `a-z 0-9 _ .`; upper case is folded to lower (2.14-username).
    public var username: String
    /// 8 to 256 characters of any kind (2.14-password).
    public var password: String
    /// 1 to 80 characters, white space around them not counted (2.14-names).
    public var firstName: String
    /// 0 to 80 characters, white space around them not counted (2.14-names).
    public var lastName: String
    /// At most 254 characters; unique, upper and lower case being equal. `nil` for none.
    public var email: String?
    /// An IANA name; `UTC` when absent.
    public var timeZone: String?

    public init(
        user: UserID? = nil,
        username: String,
        password: String,
        firstName: String,
        lastName: String,
        email: String? = nil,
        timeZone: String? = nil
    ) {
        self.user = user
        self.username = username
        self.password = password
        self.firstName = firstName
        self.lastName = lastName
        self.email = email
        self.timeZone = timeZone
    }
}
