public import Wire

/// Begins a session with an account at Facebook, Apple or Google (2.8-logins). Without an account
/// here, creates one.
///
/// A client sends an `accessToken` (Facebook only) or an `identityToken`. An identity token counts
/// once: not again after it signed in or linked a login, in any account and in any process.
///
/// Refuses with `identity.provider_unknown` a provider that is unknown or off; with
/// `identity.token_missing` at `/identityToken` unless the call has one token that the provider
/// issues; with `identity.token_refused` a token that is invalid, used, or made for another app;
/// with `identity.provider_unavailable` if the provider cannot be asked. Refuses with
/// `identity.sign_ins_exhausted`, and the seconds to wait, when the limits of sign-ins are reached
/// (2.8-limits).
///
/// A new account gets the names that the provider knows, else those of the call. It refuses like a
/// registration: `identity.username_invalid`, `identity.first_name_invalid`,
/// `identity.last_name_invalid`, `identity.time_zone_invalid`, `identity.terms_version_invalid`,
/// `identity.invite_invalid`, or `identity.registration_invalid` with the code of each;
/// `identity.username_taken`; `identity.registrations_exhausted`. Refuses with
/// `identity.email_taken` if another account has verified the address that the provider names: sign
/// in there, then link the login. After these refusals the same token can be sent again.
///
/// Neither the call nor its reply is stored, because both contain secrets (2.8-secrets).
public struct SignInWithProvider: Call, Limited {
    public static let id: CallID = 0x0119
    public static let effect = Effect.many
    public static let access = Access.anyone
    public typealias Reply = SignedIn

    /// `facebook`, `apple` or `google`.
    public var provider: String
    /// A token for Facebook's Graph API.
    public var accessToken: String?
    /// An identity token of OpenID Connect.
    public var identityToken: String?
    /// The nonce with which the app asked for the identity token; absent if there was none.
    public var nonce: String?
    /// The username of a new account; made from the name when absent.
    public var username: String?
    /// The first name of a new account; needed only if the provider does not know it.
    public var firstName: String?
    /// The last name of a new account, if the provider does not know it.
    public var lastName: String?
    /// The time zone of a new account, an IANA name; `UTC` when absent.
    public var timeZone: String?
    /// The code of the invite that brought a new user; none when absent.
    public var invite: String?
    /// The version of the terms that a new user has accepted, on one line; absent if none was
    /// shown.
    public var termsVersion: String?

    public static let limits: FieldLimits = [
        "username": .text(Register.usernameLimit),
        "firstName": .text(Register.firstNameLimit),
        "lastName": .text(Register.lastNameLimit),
        "timeZone": .text(Register.timeZoneLimit),
        "invite": .text(Invite.codeLimit),
        "termsVersion": .text(Register.termsVersionLimit),
    ]

    public init(
        provider: String,
        accessToken: String? = nil,
        identityToken: String? = nil,
        nonce: String? = nil,
        username: String? = nil,
        firstName: String? = nil,
        lastName: String? = nil,
        timeZone: String? = nil,
        invite: String? = nil,
        termsVersion: String? = nil
    ) {
        self.provider = provider
        self.accessToken = accessToken
        self.identityToken = identityToken
        self.nonce = nonce
        self.username = username
        self.firstName = firstName
        self.lastName = lastName
        self.timeZone = timeZone
        self.invite = invite
        self.termsVersion = termsVersion
    }
}
