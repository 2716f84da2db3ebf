public import Identifiers
public import Wire

/// Creates an account and signs its owner in.
///
/// If a field is invalid, refuses with `identity.username_invalid`, `identity.password_invalid`,
/// `identity.first_name_invalid`, `identity.last_name_invalid`, `identity.email_invalid`,
/// `identity.time_zone_invalid` or `identity.terms_version_invalid`; if several are, with
/// `identity.registration_invalid` and the code of each. Refuses with `wire.id_reserved` at
/// `/user`. If all fields are valid, refuses the first value that is in use, and only that one:
/// `identity.id_taken` at `/user`, `identity.username_taken`, `identity.email_taken`. Refuses with
/// `identity.invite_invalid` at `/invite` an invite that can no longer be used.
///
/// Refuses with `identity.registrations_exhausted`, and the seconds to wait, once 60 accounts were
/// created from one network within a minute, or once 10 registrations from one site within a minute
/// were refused because a value is in use (2.8-limits). Refuses with `identity.busy`, and the
/// seconds to wait, when too many clients wait, or as soon as it is known that the password cannot
/// be hashed before the deadline.
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
    /// The username, unique; upper case is folded to lower (2.14-username).
    public var username: String
    public static let usernameLimit = TextLimit(
        3...30,
        of: .init("A"..."Z", "a"..."z", "0"..."9", "_"..."_", "."...".")
    )
    /// The password, of any characters (2.14-password).
    public var password: String
    public static let passwordLimit = TextLimit(8...256)
    /// The first name, on one line; surrounding white space is not counted (2.14-names).
    public var firstName: String
    public static let firstNameLimit = TextLimit(1...80)
    /// The last name, on one line; surrounding white space is not counted (2.14-names).
    public var lastName: String
    public static let lastNameLimit = TextLimit(0...80)
    /// The e-mail address, unique, ignoring case; `nil` for none. Its length is counted in bytes
    /// (RFC 5321 §4.5.3.1.3).
    public var email: String?
    public static let emailLimit = TextLimit(1...254, format: "email")
    /// The time zone, an IANA name; `UTC` when absent.
    public var timeZone: String?
    public static let timeZoneLimit = TextLimit(1...64, format: "iana-time-zone")
    /// The code of the invite that brought the user, which counts a use (2.8-invites); none when
    /// absent.
    public var invite: String?
    /// The version of the terms that the user has accepted, on one line; absent if none was shown.
    public var termsVersion: String?
    public static let termsVersionLimit = TextLimit(1...40)

    public static let limits: FieldLimits = [
        "username": .text(usernameLimit),
        "password": .text(passwordLimit),
        "firstName": .text(firstNameLimit),
        "lastName": .text(lastNameLimit),
        "email": .text(emailLimit),
        "timeZone": .text(timeZoneLimit),
        "invite": .text(Invite.codeLimit),
        "termsVersion": .text(termsVersionLimit),
    ]

    public init(
        user: UserID? = nil,
        username: String,
        password: String,
        firstName: String,
        lastName: String,
        email: String? = nil,
        timeZone: String? = nil,
        invite: String? = nil,
        termsVersion: String? = nil
    ) {
        self.user = user
        self.username = username
        self.password = password
        self.firstName = firstName
        self.lastName = lastName
        self.email = email
        self.timeZone = timeZone
        self.invite = invite
        self.termsVersion = termsVersion
    }
}
