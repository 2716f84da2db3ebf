public import Identifiers
public import Wire

/// Creates an account and signs its owner in (GC-01, FR-05, CH-23).
///
/// Refuses with the code of the one field that is wrong, `identity.username_invalid`,
/// `identity.password_invalid`, `identity.first_name_invalid`, `identity.last_name_invalid`,
/// `identity.email_invalid` or `identity.time_zone_invalid`, or with
/// `identity.registration_invalid` and the code of each; `wire.id_reserved` at `/user`. If none is
/// wrong, refuses the first value that is in use, and only that one: `identity.id_taken` at `/user`,
/// `identity.username_taken`, `identity.email_taken`. Refuses with `identity.registrations_exhausted`, and the seconds to
/// wait, once 60 accounts were made within a minute from one network, or 10 registrations of one
/// site were refused because a value is in use (2.8-limits). Refuses with `identity.busy`, and
/// the seconds to wait, as soon as it is known that the password cannot be hashed before the
/// deadline, or when too many clients wait.
///
/// Neither the call nor its reply is stored, because both contain secrets (2.8-secrets).
public struct Register: ChoosesID, Limited {
    public static let id: CallID = 0x0101
    public static let effect = Effect.many
    public static let access = Access.anyone
    public typealias Reply = SignedIn

    /// The id of the new account; the service picks one when absent.
    public var user: UserID?
    public static let chosenIDField = "user"
    public var chosenID: UserID? { user }
    /// Unique; upper case is folded to lower (2.14-username).
    public var username: String
    public static let usernameLimit = TextLimit(
        3...30,
        of: .init("A"..."Z", "a"..."z", "0"..."9", "_"..."_", "."...".")
    )
    /// Any characters (2.14-password).
    public var password: String
    public static let passwordLimit = TextLimit(8...256)
    /// One line; surrounding white space is not counted (2.14-names).
    public var firstName: String
    public static let firstNameLimit = TextLimit(1...80)
    /// One line; surrounding white space is not counted (2.14-names).
    public var lastName: String
    public static let lastNameLimit = TextLimit(0...80)
    /// An e-mail address, whose length is counted in bytes (RFC 5321 §4.5.3.1.3); unique, ignoring
    /// case. `nil` for none.
    public var email: String?
    public static let emailLimit = TextLimit(1...254, format: "email")
    /// An IANA name; `UTC` when absent.
    public var timeZone: String?
    public static let timeZoneLimit = TextLimit(1...64, format: "iana-time-zone")

    public static let limits: FieldLimits = [
        "username": .text(usernameLimit),
        "password": .text(passwordLimit),
        "firstName": .text(firstNameLimit),
        "lastName": .text(lastNameLimit),
        "email": .text(emailLimit),
        "timeZone": .text(timeZoneLimit),
    ]

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
