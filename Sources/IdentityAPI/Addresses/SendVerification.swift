public import Wire

/// Mails a ticket to the address that the caller wants, or else to the caller's address if it was
/// not proved; `VerifyEmail` proves the address with it.
///
/// Refuses with `identity.nothing_to_verify` if there is no such address. Refuses with
/// `identity.mails_exhausted`, and the seconds to wait, within a minute after the last such mail,
/// and after 3 of them to one address within 10 minutes (2.8-tickets). Refuses with
/// `wire.sign_in_needed` if the caller's account no longer exists.
public struct SendVerification: Call {
    public static let id: CallID = 0x0116
    public static let effect = Effect.once
    public static let access = Access.signedIn
    public typealias Reply = Nothing

    public init() {}
}
