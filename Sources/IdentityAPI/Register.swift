public import Identifiers
public import Wire

/// Creates an account and signs its owner in (GC-01, FR-05, CH-23).
///
/// Refuses with the code of the one field that is wrong, or with `identity.registration_invalid`
/// and the code of each in `fields`. If none is wrong, refuses the first value that is in use, and
/// only that one: `identity.id_taken` at `/user`, `identity.username_taken`,
/// `identity.email_taken`. Refuses with `identity.registrations_exhausted`, and the seconds to
/// wait, once 60 accounts were made within a minute from one network, or 10 registrations of one
/// site were refused because a value is in use (2.8-limits). Refuses with `identity.busy`, and
/// the seconds to wait, as soon as it is known that the password cannot be hashed before the
/// deadline, or when too many clients wait.
///
/// Neither the call nor its reply is stored, because both contain secrets (2.8-secrets).
public struct Register: Call {
    public static let id: CallID = 0x0101
    public static let effect = Effect.many
    public static let access = Access.anyone
    public typealias Reply = SignedIn

    /// The id of the new account; if absent, the service makes one.
    public var user: UserID?
    /// 3 to 30 characters of `a-z 0-9 _ .`; upper case is folded to lower (2.14-username).
    public var username: String
    /// 8 to 256 characters of any kind (2.14-password).
    public var password: String
    /// 1 to 80 characters, not counting surrounding white space (2.14-names).
    public var firstName: String
    /// 0 to 80 characters, not counting surrounding white space (2.14-names).
    public var lastName: String
    /// At most 254 characters; unique, ignoring case. `nil` for none.
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
