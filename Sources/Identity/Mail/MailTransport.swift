/// A way on which mail leaves.
public protocol MailTransport: Sendable {
    /// Hands a mail over. Once it returns, the mail is not tried again.
    func send(_ message: MailMessage) async throws(MailFailure)
}

/// Why a mail was not taken. The reason names neither an address nor a ticket.
public struct MailFailure: Error, Equatable {
    /// Whether another attempt would fail too.
    let isFinal: Bool
    let reason: String
}
