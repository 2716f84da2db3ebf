public import Wire

/// Proves an e-mail address with a ticket from `SendVerification`. A wanted address takes the place
/// of the present one. An account that has the address without having proved it loses it
/// (2.8-addresses).
///
/// Refuses with `identity.ticket_invalid` at `/ticket` if the ticket is unknown, was used, is older
/// than 24 hours, went to an address that the account neither has nor wants any more, or if a newer
/// one was sent or the password has changed since (2.8-tickets). Refuses with
/// `identity.email_taken` at `/ticket` if another account has proved the address. Refuses with
/// `identity.tickets_exhausted`, and the seconds to wait, after 30 invalid tickets from one network
/// within 10 minutes.
public struct VerifyEmail: Call {
    public static let id: CallID = 0x0117
    public static let effect = Effect.once
    public static let access = Access.anyone
    public typealias Reply = Nothing

    /// The ticket from the mail.
    public var ticket: String

    public init(ticket: String) {
        self.ticket = ticket
    }
}
