public import Wire

/// Changes the caller's names, bio, username and e-mail address; absent fields keep their values.
///
/// A username can be changed once in 30 days, and the former one is reserved for as long
/// (2.8-former-usernames). A new e-mail address waits in `emailWanted`: it takes the place of the
/// present one when `VerifyEmail` is called with its ticket, which `SendVerification` sends
/// (2.8-addresses). The present address is told of the wish; naming it again takes the wish back.
///
/// If a field is invalid, refuses with `identity.first_name_invalid`, `identity.last_name_invalid`,
/// `identity.display_name_invalid`, `identity.bio_invalid`, `identity.username_invalid` or
/// `identity.email_invalid`; if several are, with `identity.profile_invalid` and the code of each.
/// Refuses with `identity.username_taken` and `identity.username_change_too_soon` at `/username`,
/// with `identity.mails_exhausted`, and the seconds to wait, after 3 changes of the wanted address
/// within 10 minutes, and with `wire.sign_in_needed` if the caller's account no longer exists.
public struct ChangeProfile: Call, Limited, MergePatch {
    public static let id: CallID = 0x0111
    public static let effect = Effect.once
    public static let access = Access.signedIn
    public typealias Reply = Account

    /// The first name, on one line; surrounding white space is not counted (2.14-names).
    public var firstName: String?
    /// The last name, on one line; surrounding white space is not counted (2.14-names).
    public var lastName: String?
    /// The name that the caller goes by, on one line; null or an empty text removes it.
    public var displayName: String?
    public static let displayNameLimit = TextLimit(0...80)
    /// What the caller says about themselves, in any number of lines; null or an empty text
    /// removes it.
    public var bio: String?
    public static let bioLimit = TextLimit(0...300)
    /// The username, unique; upper case is folded to lower (2.14-username).
    public var username: String?
    /// The e-mail address that is to take the place of the present one.
    public var email: String?

    public static let limits: FieldLimits = [
        "firstName": .text(Register.firstNameLimit),
        "lastName": .text(Register.lastNameLimit),
        "displayName": .text(displayNameLimit),
        "bio": .text(bioLimit),
        "username": .text(Register.usernameLimit),
        "email": .text(Register.emailLimit),
    ]
    public static let emptiedTexts = ["displayName", "bio"]

    public init(
        firstName: String? = nil,
        lastName: String? = nil,
        displayName: String? = nil,
        bio: String? = nil,
        username: String? = nil,
        email: String? = nil
    ) {
        self.firstName = firstName
        self.lastName = lastName
        self.displayName = displayName
        self.bio = bio
        self.username = username
        self.email = email
    }
}
