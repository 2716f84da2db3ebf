public import Wire

/// Sets the password of an account with a ticket from `RequestReset`, ends all of its sessions, and
/// begins a new one. The ticket proves the address that it went to.
///
/// Refuses with `identity.password_invalid` at `/password`. Refuses with `identity.ticket_invalid`
/// at `/ticket` if the ticket is unknown, was used, is older than 30 minutes, went to an address
/// that is no longer the account's, or if a newer one was sent or the password has changed since
/// (2.8-tickets). Refuses with `identity.tickets_exhausted`, and the seconds to wait, after 30
/// invalid tickets from one network within 10 minutes, and with `identity.busy` when too many
/// clients wait.
///
/// Neither the call nor its reply is stored, because both contain secrets (2.8-secrets).
public struct ResetPassword: Call, Limited {
    public static let id: CallID = 0x0115
    public static let effect = Effect.many
    public static let access = Access.anyone
    public typealias Reply = SignedIn

    /// The ticket from the mail.
    public var ticket: String
    /// The new password, of any characters (2.14-password).
    public var password: String

    public static let limits: FieldLimits = ["password": .text(Register.passwordLimit)]

    public init(ticket: String, password: String) {
        self.ticket = ticket
        self.password = password
    }
}
